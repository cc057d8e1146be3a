import { type Invalid, invalid } from './arg.ts';
import { messages } from './messages.ts';
import { valueText } from './valueText.ts';
import { WrittenJson } from './writtenJson.ts';

const MAX_FIELDS = 100;
const MAX_FIELD_LEVELS = 10;

/** The members of an answer that `_fields` selects (docs/interface/server.md §8); undefined selects all. */
export type Fields = readonly string[] | undefined;

/** Reads `_fields`: separated by commas or blanks, or a list; undefined if empty. */
export const readFields = (value: unknown): Fields => {
  if (value === undefined || value === null) return undefined;
  const parts = typeof value === 'object' ? Object.values(value).map(valueText) : valueText(value).split(/[\s,]+/);
  const fields = parts.map((part) => part.trim()).filter((part) => part !== '');
  return fields.length === 0 ? undefined : fields;
};

/** Returns the refusal of `_fields` with too many or too deep members, else undefined. */
export const refusalOfFields = (fields: Fields = []): Invalid | undefined => {
  if (fields.length > MAX_FIELDS) return invalid(messages.tooManyItems, 'rest_too_many_items', { limit: MAX_FIELDS });
  const isDeep = fields.some((field) => field.split('.', MAX_FIELD_LEVELS + 1).length > MAX_FIELD_LEVELS);
  return isDeep ? invalid(messages.fieldTooDeep, undefined, { limit: MAX_FIELD_LEVELS }) : undefined;
};

/** True if a dotted member is selected itself, lies within a selected one, or contains one. */
export const isWanted = (fields: Fields, member: string): boolean =>
  fields === undefined ||
  fields.some((field) => field === member || member.startsWith(`${field}.`) || field.startsWith(`${member}.`));

/** A tree of selected members; true selects everything below. */
type Choice = true | Map<string, Choice>;

const choiceOf = (fields: readonly string[]): Choice => {
  const root = new Map<string, Choice>();
  for (const field of fields) plant(root, field.split('.'));
  return root;
};

const plant = (root: Map<string, Choice>, names: readonly string[]): void => {
  let tree = root;
  for (const name of names.slice(0, -1)) {
    const branch = tree.getOrInsertComputed(name, () => new Map<string, Choice>());
    if (branch === true) return;
    tree = branch;
  }
  tree.set(names.at(-1) ?? '', true);
};

const pick = (value: unknown, choice: Choice): unknown => {
  if (choice === true) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, choice));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => choice.has(name));
  return Object.fromEntries(entries.map(([name, member]) => [name, pick(member, choice.get(name) ?? true)]));
};

/**
 * Returns the body with its selected members only.
 * A single record keeps all links if any of them, or `_embedded`, is selected; elements of a list are filtered like
 * data (docs/interface/server.md §8.1).
 */
export const filterFields = (body: unknown, fields: Fields): unknown => {
  if (fields === undefined || typeof body !== 'object' || body === null) return body;
  if (body instanceof WrittenJson) return filterFields(body.toJSON(), fields);
  const single = !Array.isArray(body);
  const linked = single && fields.some((field) => /^_(?:links|embedded)(?:\.|$)/.test(field));
  return pick(body, choiceOf(linked ? [...fields, '_links'] : fields));
};
