import { isObject } from './isObject.ts';

/**
 * A map that a client sends; undefined for what is none. PHP writes an empty one as `[]`, and has no other way to say it
 * (docs/interface/server.md §6.1).
 */
export const readMap = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (Array.isArray(value) && value.length === 0) return {};
  return isObject(value) ? value : undefined;
};
