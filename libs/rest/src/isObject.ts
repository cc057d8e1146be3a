/** Whether a value is what JSON calls an object: no list, and not null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A map that a client sends; undefined for what is none. PHP writes an empty one as `[]`, and has no other way to say it
 * (docs/interface/server.md §6.1).
 */
export const readMap = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (Array.isArray(value) && value.length === 0) return {};
  return isObject(value) ? value : undefined;
};
