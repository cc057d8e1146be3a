import { isObject } from './isObject.ts';

/**
 * Returns a map that a client sends; undefined if it is not one.
 * PHP writes an empty map as `[]`, and cannot write it otherwise (docs/interface/server.md §6.1).
 */
export const readMap = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (Array.isArray(value) && value.length === 0) return {};
  return isObject(value) ? value : undefined;
};
