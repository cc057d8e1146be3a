const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/**
 * The number that a text expresses; anything else unchanged, for the schema to refuse (docs/interface/server.md §6.1).
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

/** The boolean that a value expresses; anything else unchanged. */
export const toBoolean = (value: unknown): unknown =>
  BOOLEANS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;

/**
 * A list as received: an array, members that are numbered, or a scalar cut at commas (and blanks); else unchanged.
 * @param most pieces that a text is cut into: one more than may be
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

/** A keyed object; `""` and lists count as one, a list with its indexes as keys. */
export const toObject = (value: unknown): unknown => {
  if (value === '') return {};
  return Array.isArray(value) ? { ...value } : value;
};
