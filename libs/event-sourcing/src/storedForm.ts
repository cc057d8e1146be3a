/**
 * Returns data as the log stores it: without undefined members, which JSON leaves out. With them, an `evolve` that
 * spreads its data would give another state now than after a replay. Data without such members is returned unchanged.
 */
export const storedForm = <Data>(data: Data): Data => {
  if (!holdsUndefined(data)) return data;
  return cleaned(data) as Data; // members that are undefined may be missing
};

const holdsUndefined = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((member) => member === undefined || holdsUndefined(member));

const cleaned = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleaned);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, cleaned(member)]])),
  );
};
