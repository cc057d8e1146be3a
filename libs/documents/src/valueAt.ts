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
