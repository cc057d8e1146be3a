/** Maximum length of an example in characters of JSON. */
const MAX_EXAMPLE_LENGTH = 6_000;

interface Bounds {
  readonly items: number;
  readonly members: number;
  readonly letters: number;
}

/** Maximum numbers of items and characters, from short forms to complete ones. */
const FORMS: readonly Bounds[] = [
  { items: 1, members: 60, letters: 240 },
  { items: 1, members: 4, letters: 240 },
  { items: 3, members: 1_000, letters: 240 },
  { items: 1_000, members: 1_000, letters: 100_000 },
];

const cut = (value: unknown, bounds: Bounds): unknown => {
  if (typeof value === 'string') return value.length > bounds.letters ? `${value.slice(0, bounds.letters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => cut(item, bounds));
  if (typeof value !== 'object' || value === null) return value;
  // linters take a described argument with a default for a schema
  const members = Object.entries(value).filter(([name]) => name !== 'default' || !('required' in value));
  const kept = members.length > bounds.members ? members.slice(0, bounds.members) : members;
  return Object.fromEntries(kept.map(([name, member]) => [name, cut(member, bounds)]));
};

/** Shortens a value for an example: the first of many items, no long texts. Undefined if no short form fits. */
export const shortened = (value: unknown, fits: (form: unknown) => boolean): unknown =>
  FORMS.map((bounds) => cut(value, bounds)).find(
    (form) => JSON.stringify(form).length <= MAX_EXAMPLE_LENGTH && fits(form),
  );
