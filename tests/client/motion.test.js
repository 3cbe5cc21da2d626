import assert from "node:assert/strict";
import { test } from "node:test";
import { duplicateAt } from "../../static/js/seats.js";
import { Player } from "../../static/js/animate.js";
import { podium, historyText } from "../../static/js/scores.js";
import { seat, table } from "./table.js";
