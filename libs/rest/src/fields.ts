/** The members of an answer that `_fields` chooses (docs/interface/server.md §8); undefined chooses all. */
export type Fields = readonly string[] | undefined;

/** Reads `_fields`: comma or blank separated, or a list; an empty one is no choice. */
export const readFields = (value: unknown): Fields => {
  if (value === undefined || value === null) return undefined;
  const parts = typeof value === 'object' ? Object.values(value).map(String) : String(value).split(/[\s,]+/);
  const fields = parts.map((part) => part.trim()).filter((part) => part !== '');
  return fields.length === 0 ? undefined : fields;
};

/** Whether a member, dotted, is asked for itself, within a chosen one, or with a chosen one within it. */
export const isWanted = (fields: Fields, member: string): boolean =>
  fields === undefined ||
  fields.some((field) => field === member || member.startsWith(`${field}.`) || field.startsWith(`${member}.`));

/** A tree of chosen members; true chooses all below. */
type Choice = true | Map<string, Choice>;

const choiceOf = (fields: readonly string[]): Choice => {
  const root = new Map<string, Choice>();
  for (const field of fields) plant(root, field.split('.'));
  return root;
};

const plant = (tree: Map<string, Choice>, [name = '', ...rest]: readonly string[]): void => {
  const below = tree.get(name);
  if (below === true) return;
  if (rest.length === 0) {
    tree.set(name, true);
    return;
  }
  const branch = below ?? new Map<string, Choice>();
  tree.set(name, branch);
  plant(branch, rest);
};

const pick = (value: unknown, choice: Choice): unknown => {
  if (choice === true) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, choice));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => choice.has(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, pick(member, choice.get(name) ?? true)]));
};

/**
 * The body with its chosen members alone. Of a single record all links are kept once any of them, or `_embedded`, is
 * asked for; the elements of a list are filtered like data (docs/interface/server.md §8.1).
 */
export const filterFields = (body: unknown, fields: Fields): unknown => {
  if (fields === undefined || typeof body !== 'object' || body === null) return body;
  const single = !Array.isArray(body);
  const linked = single && fields.some((field) => /^_(?:links|embedded)(?:\.|$)/.test(field));
  return pick(body, choiceOf(linked ? [...fields, '_links'] : fields));
};
