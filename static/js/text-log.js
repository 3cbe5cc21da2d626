/**
 * Sentences of the game log, by event. `you` is said where the viewer is the one who acts, `other` else;
 * with two people involved the key says who does it to whom.
 */

export const YOU = "You";
export const YOU_OBJECT = "you";

export const LOG = {
  joined: "{who} joined the table.",
  bot_joined: "{who}, a bot, takes seat {seat}.",
  joined_for: { you: "{who} take over from {was}.", other: "{who} takes over from {was}." },
  left: "{who} left the table.",
  removed: { you: "The host removed you.", other: "The host removed {who}." },
  gone: { you: "{who} lost your seat.", other: "{who} was gone too long; the seat is free." },
  renamed: { you: "{who} are now called {name}.", other: "{was} is now called {name}." },
  settings: "The host changed the settings.",
  host: { you: "{who} are the host now.", other: "{who} is the host now." },
  started: "A new game begins.",
  round_started: { you: "Round {round}. {who} deal.", other: "Round {round}. {who} deals." },

  drew: "{who} drew {card}.",
  drew_many: "{who} drew {card}. {numbers} different numbers: {left} more for Flip 7.",
  drew_of_three: "{who} drew {card}, card {nth} of 3.",
  keeps_second: { you: "{who} keep a Second Chance.", other: "{who} keeps a Second Chance." },
  aside: "Flip Three on {who}, card {nth} of 3: {card}, set aside.",

  saved: {
    you: "Second Chance saves you from a second {card}.",
    other: "Second Chance saves {who} from a second {card}.",
  },
  busted: {
    you: "Second {card}. {who} bust and score 0 this round.",
    other: "{who} drew a second {card} and busts. Round score 0.",
  },
  stayed: "{who} stayed on {score}.",
  banked_second: {
    you: "{who} bank {score}: a used Second Chance ends your round.",
    other: "{who} banks {score}: a used Second Chance ends the round for them.",
  },
  banked_end: { you: "{who} bank {score}.", other: "{who} banks {score}." },

  frozen: {
    you_other: "{by} played Freeze on {who}. {whom} banks {score}.",
    other_you: "{by} played Freeze on {who}. You bank {score}.",
    other_other: "{by} played Freeze on {who}. {whom} banks {score}.",
    you_self: "{by} took the Freeze and bank {score}.",
    other_self: "{by} took the Freeze and banks {score}.",
  },
  frozen_last: {
    you: "Only you are left: the Freeze is yours. You bank {score}.",
    other: "Only {who} is left: the Freeze stays there. {whom} banks {score}.",
  },
  flip_three: {
    you_other: "{by} played Flip Three on {who}.",
    other_you: "{by} played Flip Three on {who}. You must take 3.",
    other_other: "{by} played Flip Three on {who}.",
    you_self: "{by} took the Flip Three.",
    other_self: "{by} took the Flip Three.",
  },
  flip_three_last: {
    you: "Only you are left: the Flip Three is yours.",
    other: "Only {who} is left: the Flip Three stays there.",
  },
  passed: {
    you_other: "{by} gave a spare Second Chance to {who}.",
    other_you: "{by} gave {who} a spare Second Chance.",
    other_other: "{by} gave a spare Second Chance to {who}.",
  },

  discarded_bust: "{cards}: discarded with the bust.",
  discarded_no_taker: "Nobody can take the spare {cards}: discarded.",
  discarded_no_target: "Nobody is left for {cards}: discarded.",
  discarded_round_end: "{cards}: discarded, the round is over.",
  reshuffled: {
    one: "The discard pile is shuffled: {count} card to draw.",
    other: "The discard pile is shuffled: {count} cards to draw.",
  },
  flip7: "{who} made Flip 7! +15",

  timed_out_stay: { you: "Time's up: you stayed on {score}.", other: "Time's up: {who} stayed on {score}." },
  timed_out_hit: {
    you: "Time's up: you drew a card, because you had none.",
    other: "Time's up: {who} drew a card, having none.",
  },
  timed_out_target: {
    you: "Time's up: {card} went to {target}.",
    other: "Time's up: {card} of {who} went to {target}.",
  },

  round_over: "Round {round} is over.",
  round_over_you: "Round over. You scored {score}, total {total}.",
  leads: { you: "You lead with {total}.", other: "{who} leads with {total}." },
  shared_lead: "{names} lead with {total}.",
  won: { you: "You win with {total}!", other: "{who} wins with {total}!" },
  lost: "The challenge is lost.",

  away: "{who} missed a turn.",
  connection_lost: "{who} lost the connection.",
  back: { you: "{who} are back.", other: "{who} is back." },
  bot_for: { you: "A bot plays for you.", other: "A bot plays for {who}." },
  bot_instead: "{who}, a bot, plays on.",
  more_time: "{who} took 60 more seconds.",
};

/** Small numbers as words, from zero to seven. */
export const NUMBER_WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"];
