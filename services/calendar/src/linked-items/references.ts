import { type Args, anything, type Invalid, invalid, isObject, object } from '@almanac/rest';
import { idOf, listedMembers, piecesOf } from '../requestArgs.ts';

/** A linked item as sent: by its id, or with the values of one to find or create. */
export type Reference<Input> = { readonly id: number } | { readonly values: Input };

const notReferences = invalid('{name} is neither an id, nor an object, nor a list of these.');
const cleared: readonly unknown[] = ['', 0, '0', false];

type ParseResult<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: Fault };
type Fault = { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] };

/**
 * An argument that links records: an id, comma text or a list of ids, an object with the values of a record, or a list
 * of ids and objects (docs/interface/calendar.md §10.1). Empty text, 0 and the empty list link none.
 */
export const references = <A extends Args>(description: string, members: A) => {
  const { schema } = object(members);
  const parse = referencesOf((value) => schema().safeParse(value));
  return anything({ description, parse, default: null });
};

const referencesOf =
  <Input>(parseValues: (value: object) => ParseResult<Input>) =>
  (value: unknown): Reference<Input>[] | Invalid => {
    if (cleared.includes(value)) return [];
    const items = isObject(value) ? (listedMembers(value) ?? [value]) : piecesOf(value);
    if (items === undefined) return notReferences;
    const found = items.filter((item) => !cleared.includes(item)).map((item) => referenceOf(item, parseValues));
    const isReference = (each: Reference<Input> | Invalid): each is Reference<Input> =>
      'id' in each || 'values' in each;
    const refused = found.find((each): each is Invalid => !isReference(each));
    return refused ?? found.filter(isReference);
  };

const referenceOf = <Input>(
  item: unknown,
  parseValues: (value: object) => ParseResult<Input>,
): Reference<Input> | Invalid => {
  const isRecord = typeof item === 'object' && item !== null;
  const named = isRecord ? (('id' in item ? item.id : undefined) ?? '') : item;
  const id = idOf(named);
  if (id !== undefined) return { id };
  if (!isRecord || !cleared.includes(named)) return notReferences;
  const parsed = parseValues(item);
  return parsed.success ? { values: parsed.data } : refusalOf(parsed.error);
};

const refusalOf = ({ issues }: Fault): Invalid => {
  const member = String(issues[0]?.path[0] ?? '');
  return member === '' ? invalid('{name} has an object that lacks a required member.') : memberRefused(member);
};

/** Returns the refusal of an object that has an invalid member. */
export const memberRefused = (member: string): Invalid =>
  invalid('{name} has an object whose member {member} is not valid.', 'rest_invalid_param', { member });
