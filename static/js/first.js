import { showLook } from "./look.js";
import { recall } from "./memory.js";

showLook(recall);
