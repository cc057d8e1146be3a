const DIGITS = /^[1-9]\d{0,14}$/;

/** The id that a member of a body says, as a number or in digits; undefined for what is none. */
export const idOf = (value: unknown): number | undefined => {
  const id = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
