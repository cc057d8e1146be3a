const DIGITS = /^[1-9]\d{0,14}$/;

/** Returns the id from a member of a body, a number or digits; undefined for another value. */
export const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
