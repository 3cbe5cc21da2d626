/** Types of everything the server and the browser say to each other. Times are milliseconds since 1970. */

export type NumberCard = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12";
export type ModifierCard = "+2" | "+4" | "+6" | "+8" | "+10" | "x2";
export type ActionCard = "freeze" | "flip_three" | "second_chance";
export type Card = NumberCard | ModifierCard | ActionCard;

export type Phase = "lobby" | "turn" | "target" | "round_over" | "game_over";
export type SeatStatus = "active" | "stayed" | "frozen" | "busted" | "flip7";
export type SeatKind = "human" | "bot" | "empty";
export type BotLevel = "easy" | "normal" | "hard" | "expert";
export type BotPersonality = "saver" | "gambler" | "steady" | "counter" | "shark";
export type Reaction = "nice" | "ouch" | "lucky" | "brave" | "thinking" | "again";

export interface Rules {
  preset: "table" | "no_opening_hand" | "hit_or_stick" | "tracker" | "five_rounds" | "challenge";
  opening_deal: boolean;
  flip_three_bust: "stop" | "finish";
  second_chance_use: "play_on" | "bank";
  first_freeze: "any" | "self";
  busted_cards: "stay" | "discard";
  length: "points" | "rounds" | "challenge";
  points: number;
  rounds: number;
  turn_seconds: number;
  more_time: boolean;
  odds: boolean;
  late_take_over: boolean;
  pace: "normal" | "fast";
}

export interface Seat {
  name: string | null;
  kind: SeatKind;
  level: BotLevel | null;
  bot: BotPersonality | null;
  connected: boolean;
  away: boolean;
  ready: boolean;
  status: SeatStatus | null;
  numbers: NumberCard[];
  modifiers: ModifierCard[];
  second_chance: boolean;
  played: ActionCard[];
  round_score: number;
  total: number;
}

export type Choice = "hit" | "stay";

export interface TurnDecision {
  id: number;
  seat: number;
  kind: "turn";
  card: null;
  choices: Choice[];
  deadline: number | null;
}

export interface TargetDecision {
  id: number;
  seat: number;
  kind: "target";
  card: ActionCard;
  choices: number[];
  deadline: number | null;
}

export interface NextRoundDecision {
  id: number;
  seat: null;
  kind: "next_round";
  card: null;
  choices: [];
  deadline: number | null;
}

export type Decision = TurnDecision | TargetDecision | NextRoundDecision;

export interface FlipThree {
  seat: number;
  left: number;
  cards: Card[];
}

export interface SetAside {
  seat: number;
  cards: ActionCard[];
}

/** How a finished round adds up for a seat: score = numbers × (2 if doubled) + plus + bonus. */
export interface SheetRow {
  numbers: number;
  doubled: boolean;
  plus: number;
  bonus: number;
}

export interface View {
  code: string;
  phase: Phase;
  expires_at: number;
  host: number;
  rules: Rules;
  round: number;
  dealer: number | null;
  seats: Seat[];
  decision: Decision | null;
  flip_three: FlipThree | null;
  set_aside: SetAside[];
  draw_count: number;
  discard: Partial<Record<Card, number>>;
  discard_top: Card | null;
  rounds: number[][];
  sheet: SheetRow[];
  more_time_used: Record<string, number>;
  reserved: Record<string, string>;
  winner: number | null;
  /** The day (UTC) whose challenge is played. */
  daily: string | null;
}

/** What exists nowhere in the view, because every connection gets the same one. */
export interface You {
  seat: number | null;
  /** The seat a watcher has reserved. */
  reserved?: number;
  /** The seats of the others who play at this browser, by their number there. */
  local?: Record<string, number>;
  /** The seats that they have reserved. */
  local_reserved?: Record<string, number>;
  /** The numbers of those whom the host has removed; nobody at this browser gets one of them again. */
  local_removed?: number[];
}

export type GameEvent =
  | { type: "joined"; seat: number; name: string; kind: "human" | "bot"; was: string | null }
  | { type: "left"; seat: number; name: string; why: "left" | "removed" | "gone" }
  | { type: "renamed"; seat: number; was: string; name: string }
  | { type: "settings"; rules: Rules; seats: number }
  | { type: "host"; seat: number; why: "left" | "gone" }
  | { type: "started"; game: number; dealer: number }
  | { type: "round_started"; round: number; dealer: number }
  | {
      type: "dealt";
      seat: number;
      card: Card;
      cause: "opening" | "hit" | "flip_three";
      to: "numbers" | "modifiers" | "second_chance" | "choice" | "set_aside" | "discard";
      score: number;
      draw_count: number;
    }
  | { type: "saved"; seat: number; card: Card }
  | { type: "busted"; seat: number; card: Card; score: number }
  | { type: "stayed"; seat: number; score: number; why: "chosen" | "second_chance" | "round_end" }
  | { type: "frozen"; seat: number; by: number; score: number; only: boolean }
  | { type: "flip_three"; seat: number; by: number; only: boolean }
  | { type: "passed"; seat: number; to: number; only: boolean }
  | { type: "set_aside"; seat: number; card: ActionCard }
  | {
      type: "discarded";
      seat: number;
      cards: Card[];
      why: "bust" | "after_bust" | "no_taker" | "no_target" | "round_end";
    }
  | { type: "reshuffled"; count: number }
  | { type: "flip7"; seat: number; score: number }
  | { type: "timed_out"; seat: number; kind: "turn" | "target"; did: "hit" | "stay" | "target"; target: number | null }
  | { type: "round_scored"; round: number; scores: number[]; totals: number[] }
  | { type: "game_won"; seat: number | null; totals: number[] }
  | { type: "away"; seat: number; why: "missed" | "connection" }
  | { type: "back"; seat: number; why: "missed" | "connection" | "owner" }
  | { type: "bot_took_over"; seat: number; name: string; why: "missed" | "left" | "removed" | "offline" }
  | { type: "more_time"; seat: number; left: number }
  | { type: "reacted"; seat: number; reaction: Reaction };

/** A change without its view, as `missed` and the log carry it. */
export interface LoggedChange {
  seq: number;
  digest: string;
  now: number;
  events: GameEvent[];
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  build: string;
  you: You;
  seq: number;
  digest: string;
  missed: LoggedChange[] | null;
  now: number;
  view: View;
}

/** Top-level keys of the view that did not change may be left out. */
export interface Change extends LoggedChange {
  type: "change";
  view: Partial<View>;
}

export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

export type ErrorCode =
  | "bad_message" | "too_large" | "rate_limited" | "unavailable"
  | "not_seated" | "not_host" | "not_your_turn" | "not_allowed" | "stale_decision"
  | "not_in_lobby" | "game_over" | "wrong_phase" | "cannot_stay" | "illegal_target"
  | "removed" | "already_started" | "name_taken" | "bad_name" | "bad_rules" | "bad_seat" | "room_full";

export interface Refused {
  type: "error";
  id: string | null;
  code: ErrorCode;
  message: string;
  seq?: number;
  suggestion?: string;
}

export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

export interface Bye {
  type: "bye";
  code: string;
  message: string;
}

export type ServerMessage = Welcome | Change | Ack | Refused | Pong | Bye;

/** What a page may ask; the connection adds the id. */
export type Command = { local?: number } & (
  | { do: "hit" | "stay" | "more_time"; decision: number }
  | { do: "target"; decision: number; target: number }
  | { do: "ready" | "start" | "rematch" | "leave" }
  | { do: "add_bot"; seat?: number; level?: BotLevel; bot?: BotPersonality }
  | { do: "remove"; seat: number }
  | { do: "rules"; rules?: Partial<Rules>; seats?: number }
  | { do: "take_over"; seat: number; name?: string }
  | { do: "rename"; name: string }
  | { do: "react"; reaction: Reaction }
  | { do: "join"; local: number; name: string }
);

export type ClientMessage = (Command | { do: "ping" }) & { id: string };

/** What the next card may do to an active seat; chances from 0 to 1. `flip_seven`: if it never stays. */
export interface SeatOdds {
  cards: number;
  duplicates: number;
  bust: number;
  chance_used: number;
  flip_seven: number;
  stay: number;
  hit_then_stay: number;
}

/** The odds after change `seq`; `unseen`: how many cards of each kind nobody has seen. */
export interface Odds {
  seq: number;
  unseen: Partial<Record<string, number>>;
  seats: (SeatOdds | null)[];
}
