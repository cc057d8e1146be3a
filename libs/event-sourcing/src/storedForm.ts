/**
 * Data as the log will give it back: without members that are undefined, which JSON leaves out. With them, an `evolve`
 * that spreads its data would make another state now than when the log is replayed. Data without such members is
 * returned as it is.
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
