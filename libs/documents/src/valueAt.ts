/** The value at a path (`venue.city`) of a body; undefined where the path leads nowhere. */
export const valueAt = (body: unknown, path: string): unknown => {
  if (!path.includes('.')) return memberOf(body, path);
  let value = body;
  for (const name of path.split('.')) value = memberOf(value, name);
  return value;
};

const memberOf = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
};
