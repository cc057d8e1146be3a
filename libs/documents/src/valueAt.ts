import type { Scalar } from './documents.ts';

/** Returns the value at a path (`venue.city`) of a body; undefined for a path that does not exist. */
export const valueAt = (body: unknown, path: string): unknown => {
  if (!path.includes('.')) return memberOf(body, path);
  let value = body;
  for (const name of path.split('.')) value = memberOf(value, name);
  return value;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** True for a value that an index can hold. */
export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
