/** Everything the table shows or speaks, apart from the log (text-log.js) and the sheets (text-sheet.js). */

export const TITLE = {
  plain: "Flip 7 table",
  your_turn: "Your turn - Flip 7 table",
  choose: "Choose a player - Flip 7 table",
  turn: "{who}'s turn - Flip 7 table",
  round_over: "Round {round} scores - Flip 7 table",
  game_over: "Game over - Flip 7 table",
};

export const HEADING = {
  your_turn: "Round {round}, your turn",
  turn: "Round {round}, {who}'s turn",
  choosing: "Round {round}, {who} is choosing",
  wait: "Round {round}",
  choose: {
    freeze: "Choose who to freeze",
    flip_three: "Choose who flips three",
    second_chance: "Choose who gets the Second Chance",
  },
};

export const TABLE = {
  brand: "Flip 7 table",
  skip: "Go to your actions",
  room: "Room {code}",
  copy_link: "Copy link",
  copied: "Link copied.",
  copy_failed: "Copying is not possible here. This is the link: {url}",
  round: "Round {round}",
  first_to: "first to {points}",
  to: "to {points}",
  of_rounds: "of {rounds}",
  players: "Players in turn order",
  deck: "Deck",
  draw: "Draw",
  discard: "Discard",
  draw_pile: "Draw pile {count}",
  discard_pile: "Discard pile {count}",
  race: "Race to {points}",
  race_rounds: "Points so far",
  rules: "Rules and keys",
  menu: "Menu",
  log: "Game log",
  slow: "Slow connection",
  close: "Close",
};

export const SEAT = {
  you: "You",
  your_seat: "Your seat",
  heading: "Seat {number}, {name}{bot}{state}{dealer}, {round} this round, {total} total",
  bot: ", bot",
  dealer: ", dealer",
  dealer_mark: "D",
  numbers: "{name}: numbers, {count} of 7",
  your_numbers: "Your numbers, {count} of 7",
  extras: "{name}: other cards",
  your_extras: "Your other cards",
  count: "{count} of 7 numbers",
  round: "Round",
  total: "Total",
  goal: "7th",
  bonus: "+15",
};

export const BADGE = {
  your_turn: "Your turn",
  choosing: "Choosing",
  next: "Next up",
  active: "Still in",
  stayed: "Stayed",
  frozen: "Frozen",
  busted: "Bust",
  flip7: "Flip 7",
  flip: "Flip {nth} of 3",
  away: "Away",
  reconnecting: "Reconnecting",
  bot_for: "Bot for {name}",
};

export const DOCK = {
  actions: "Your actions",
  hit: "Hit",
  stay: "Stay",
  after: "after {who}",
  bank: "bank {score}, total {total}",
  need_card: "You need a card before you can stay",
  not_your_turn: "It is not your turn",
  out: "You are out of this round",
  lost: "Waiting for the connection",
  bot_plays: "A bot is playing for you",
  pick: "Choose a player",
  myself: "Myself",
  not_myself: "Somebody else must take it",
  sending: "Still sending...",
  confirm: { freeze: "Freeze {who}", flip_three: "{who} flips 3", second_chance: "Give to {who}" },
  confirm_note: { freeze: "banks {score}", flip_three: "{count} of 7 numbers", second_chance: "total {total}" },
  myself_note: { freeze: "bank {score}", flip_three: "take 3 cards", second_chance: "" },
};

export const QUESTION = {
  freeze: { ask: "Who gets the Freeze?", note: "They stop now and bank their points." },
  flip_three: { ask: "Who flips three?", note: "They must take the next three cards." },
  second_chance: { ask: "Who gets your spare Second Chance?", note: "You already hold one." },
  aside: "{nth} of {count} set-aside cards",
};

export const TRAY = {
  label: { you: "Flip Three on you, card {nth} of 3", other: "Flip Three on {who}, card {nth} of 3" },
  title: { you: "You must take 3", other: "{who} must take 3" },
  waits: "{cards} waits until the third card.",
  wait: "{cards} wait until the third card.",
  left: { one: "{count} card to go.", other: "{count} cards to go." },
  closed: "Bust. No more cards.",
  aside: "Set aside",
};

export const TIMER = {
  label: { one: "{count} second left", other: "{count} seconds left" },
  unit: "sec",
  soon: "{seconds} s",
  more: "+60 s",
  more_label: "+60 s: 60 seconds more",
  spoken_left: "{seconds} seconds left.",
  spoken_more: "Press T for 60 more.",
};

export const SPOKEN = {
  your_turn: "Your turn. You have {cards}: {score} points. Hit or stay.",
  your_turn_empty: "Your turn. You have no cards yet. Hit to draw one.",
  question: "{ask} {note}",
  selected: "{who} selected. Press again or Enter to confirm.",
  not_eligible: "{who} cannot be chosen.",
};

export const BANNER = {
  lost: "Connection lost. Reconnecting...",
  lost_seated: "Connection lost. Reconnecting... Your seat is safe.",
  back_online: "Back online.",
  updated: "The table was updated.",
  reload: "Reload",
  closing: { one: "This room closes in {count} minute.", other: "This room closes in {count} minutes." },
  bot_plays: "Bot is playing for you",
  take_back: "Take my seat back",
  watching: "You are watching. Take over a bot from the next round?",
  watching_now: "You are watching. Take over a bot?",
  full: "Watching. All seats are taken.",
  only_watching: "You are watching.",
  reserved: "You take over {who} when this round ends.",
  take: "Take {who}",
  taken_by: "{name} takes over {who} when the round ends.",
  name: "Your name",
};

export const LOG_PANEL = {
  title: "Game log",
  fresh: { one: "{count} new", other: "{count} new" },
  copy: "Copy log",
  copied: "Log copied.",
  copy_failed: "The log is marked; copy it from there.",
};

/** @type {Readonly<Record<import("./protocol.js").Reaction, string>>} */
export const REACTIONS = {
  nice: "Nice!",
  ouch: "Ouch!",
  lucky: "Lucky!",
  brave: "Be brave",
  thinking: "Thinking...",
  again: "Again?",
};

export const REACT = { title: "React", armed: "Press 1 to 6 for a reaction." };

export const MENU = {
  title: "Menu",
  log: "Log",
  rules: "Rules and keys",
  race: "Race",
  leave: "Leave the table",
  leave_ask: "Leave the table?",
  leave_note: "A bot plays on in your seat. You can watch.",
  leave_yes: "Leave",
  mute: "Mute reactions",
  mute_one: "Mute {who}",
  players: "Players",
  remove: "Remove",
  remove_label: "Remove {who}",
  remove_ask: "Remove {who}?",
  remove_note: "A bot plays on in that seat. This browser cannot come back to the room.",
  remove_yes: "Remove",
  cancel: "Cancel",
};

export const RULES_DIALOG = {
  title: "Rules and keys",
  loading: "Loading the rules...",
  failed: "The rules could not be loaded.",
  open: "Open the rules page",
};
