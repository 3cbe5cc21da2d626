/** @import { Card, NumberCard } from "./protocol.js" */

/** Whether a card is a number, which can bust. @param {Card} card @returns {card is NumberCard} */
export const isNumber = (card) => /^\d/.test(card);
