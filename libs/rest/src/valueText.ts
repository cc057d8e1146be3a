import { isObject } from './isObject.ts';

/**
 * Returns a value of a request as text, as `String` does. An object is `[object Object]` whatever its members are: one
 * named `toString` would make `String` throw.
 */
export const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((item) => valueText(item ?? '')).join(',');
  return isObject(value) ? '[object Object]' : String(value);
};
