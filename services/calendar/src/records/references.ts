import { type Args, anything, type Invalid, invalid, object, type Values } from '@almanac/rest';
import { idOf, piecesOf } from './recordArgs.ts';

/** A linked record as sent: by its id, or with the values of one to find or create. */
export type Reference<Input> = { readonly id: number } | { readonly values: Input };

const notReferences = invalid('{name} is neither an id, nor an object, nor a list of these.');
const cleared: readonly unknown[] = ['', 0, '0', false];

/**
 * An argument that links records: an id, comma text or a list of ids, an object with the values of a record, or a list
 * of ids and objects (calendar-v1.md §10.1). Empty text, 0 and the empty list link none.
 */
export const references = <A extends Args>(description: string, members: A) => {
  const schema = object(members).schema;

  const fromObject = (value: object): Reference<Values<A>> | Invalid => {
    const id = idOf((value as { readonly id?: unknown }).id);
    if (id !== undefined) return { id };
    const parsed = schema.safeParse(value);
    if (parsed.success) return { values: parsed.data as Values<A> };
    const member = String(parsed.error.issues[0]?.path[0] ?? '');
    return member === ''
      ? invalid('{name} has an object that lacks a required member.')
      : invalid('{name} has an object whose member {member} is not valid.', 'rest_invalid_param', { member });
  };

  const fromItem = (item: unknown): Reference<Values<A>> | Invalid => {
    if (typeof item === 'object' && item !== null) return fromObject(item);
    const id = idOf(item);
    return id === undefined ? notReferences : { id };
  };

  const parse = (value: unknown): Reference<Values<A>>[] | Invalid => {
    if (cleared.includes(value)) return [];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const items = isObject ? listOf(value) : piecesOf(value);
    if (items === undefined) return notReferences;
    const found = items.filter((item) => !cleared.includes(item)).map(fromItem);
    const refused = found.find((reference): reference is Invalid => !('id' in reference || 'values' in reference));
    return refused ?? (found as Reference<Values<A>>[]);
  };

  return anything({ description, parse, default: null });
};

/** A form's `venue[0][venue]=…` arrives as an object with places as keys. */
const listOf = (value: object): unknown[] => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : [value];
};
