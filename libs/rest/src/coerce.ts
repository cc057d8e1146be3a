const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/**
 * Converts a numeric text to a number; returns anything else unchanged, for the schema to refuse
 * (docs/interface/server.md §6.1).
 */
export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && NUMERIC.test(value) ? Number(value) : value;

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** Converts a value to a boolean; returns anything else unchanged. */
export const toBoolean = (value: unknown): unknown =>
  BOOLEANS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;

/**
 * Converts a value to a list: an array, an object with numeric keys, or a scalar split at separators; else unchanged.
 * @param most maximum number of pieces of a text: one more than allowed
 */
export const toList = (value: unknown, separators: RegExp, most: number): unknown => {
  if (typeof value === 'string') {
    // empty pieces at either end do not count
    const parts = value.split(separators, most + 2).map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  return isNumbered(value) ? Object.values(value) : value;
};

const isNumbered = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^(?:0|-?[1-9]\d*)$/.test(key));

/** Converts a value to an object: `""` becomes an empty one, a list one with its indexes as keys. */
export const toObject = (value: unknown): unknown => {
  if (value === '') return {};
  return Array.isArray(value) ? { ...value } : value;
};
