/**
 * The end of an exhaustive `switch`: a new kind fails the type check here until every switch knows it.
 * @param {never} value
 * @returns {never}
 */
export function never(value) {
  throw new Error(`not foreseen: ${JSON.stringify(value)}`);
}
