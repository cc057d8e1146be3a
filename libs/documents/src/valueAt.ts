/** The value at a path (`venue.city`) of a body; undefined where the path leads nowhere. */
export const valueAt = (body: unknown, path: string): unknown => {
  let value = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
};
