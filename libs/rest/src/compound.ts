import { z } from 'zod';
import {
  type Arg,
  type ArgOf,
  type ArgOptions,
  type Args,
  argument,
  converting,
  invalid,
  refuse,
  type Values,
} from './arg.ts';
import { toList, toObject } from './coerce.ts';
import { isObject } from './isObject.ts';
import { messages } from './messages.ts';

/** Default limit of items in a list (docs/interface/server.md §6.2). */
const MAX_LIST_ITEMS = 1_000;

/** @throws Error for a member with `clean`: only whole arguments are cleaned after the permission */
const requireUncleaned = (members: readonly (Arg | boolean)[]): void => {
  if (!members.some((member) => typeof member === 'object' && member.clean !== undefined)) return;
  throw new Error('a member of a compound argument cannot clean: give `clean` to the whole argument');
};

export interface ListOptions<Item> extends ArgOptions<Item[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly unique?: boolean;
  /** Separators that split a text into items; default: commas and blanks. */
  readonly split?: 'commas' | 'commas and blanks';
}

/** Declares a list argument: an array, or a scalar that is split; `item` checks and converts each item. */
export const list = <Item, const O extends ListOptions<Item>>(item: Arg<Item>, given?: O): ArgOf<Item[], O> => {
  const options: ListOptions<Item> = given ?? {};
  requireUncleaned([item]);
  const { minItems, maxItems, unique, split = 'commas and blanks' } = options;
  const { maxItems: most = MAX_LIST_ITEMS } = options;
  const separators = split === 'commas' ? /,/ : /[\s,]+/;
  const build = () =>
    z
      .preprocess((value) => toList(value, separators, most + 1), z.array(z.unknown()))
      .transform(
        // counted before the items are converted
        (items, context) =>
          items.length > most
            ? refuse(context, invalid(messages.tooManyItems, 'rest_too_many_items', { limit: most }))
            : items,
      )
      .pipe(z.array(item.schema()))
      .transform((items, context) => {
        const refusal = refusalOfItems(items, options);
        return refusal === undefined ? items : refuse(context, refusal);
      });
  const words = { type: 'array', items: item.words, minItems, maxItems, uniqueItems: unique || undefined };
  return argument<Item[], O>(build, words, options);
};

const refusalOfItems = <Item>(items: readonly Item[], { minItems: least = 0, unique }: ListOptions<Item>) => {
  if (items.length < least) {
    return invalid(messages.tooFewItems, 'rest_too_few_items', { limit: least });
  }
  if (unique && hasDuplicates(items)) return invalid(messages.duplicateItems, 'rest_duplicate_items');
  return undefined;
};

const hasDuplicates = (items: readonly unknown[]): boolean =>
  new Set(items.map((item) => (typeof item === 'object' ? canonical(item) : item))).size < items.length;

/** Returns the same text for equal values, whatever the order of their members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

export interface ObjectOptions<Value> extends ArgOptions<Value> {
  /** Treatment of undeclared members: kept (default), refused (false), or checked by an argument. */
  readonly additional?: boolean | Arg;
}

type MembersOf<P extends Args, O> = Values<P> &
  (O extends { readonly additional: Arg<infer Value> }
    ? Readonly<Record<string, Value>>
    : O extends { readonly additional: true }
      ? Readonly<Record<string, unknown>>
      : unknown);

/** Declares an object argument. A `required` property must be present; null counts as absent, as in arguments. */
export const object = <P extends Args, const O extends ObjectOptions<Values<P>>>(
  properties: P,
  given?: O,
): ArgOf<MembersOf<P, O>, O> => {
  const options: ObjectOptions<Values<P>> = given ?? {};
  const { additional = true } = options;
  requireUncleaned([...Object.values(properties), additional]);
  const build = (): z.ZodType<Values<P>> => {
    const schema: z.ZodType = z.preprocess(
      toObject,
      z.record(z.string(), z.unknown()).transform(membersOf(properties, additional)),
    );
    // `membersOf` reads each member by its declaration, which zod's types do not express
    return schema as z.ZodType<Values<P>>;
  };
  const words = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, arg]) => [name, propertyWords(arg)])),
    additionalProperties: typeof additional === 'object' ? additional.words : additional ? undefined : false,
  };
  const arg = argument<Values<P>, O>(build, words, options);
  return arg as ArgOf<MembersOf<P, O>, O>;
};

const propertyWords = (arg: Arg) => ({ ...arg.words, required: arg.required || undefined });

const membersOf = (properties: Args, additional: boolean | Arg) => {
  const needed = Object.keys(properties).filter((name) => properties[name]?.required);
  return (value: Record<string, unknown>, context: z.RefinementCtx): Record<string, unknown> => {
    const missing = needed.find((name) => value[name] === undefined || value[name] === null);
    if (missing !== undefined) {
      return refuse(context, invalid(messages.propertyRequired, 'rest_property_required', { property: missing }));
    }
    const members = Object.entries(value).map(([name, member]) => {
      const arg = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, memberOf({ name, member, arg: arg ?? additional }, context)] as const;
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
};

const memberOf = (
  { name, member, arg }: { name: string; member: unknown; arg: Arg | boolean },
  context: z.RefinementCtx,
): unknown => {
  if (arg === true) return member;
  if (arg === false) {
    const refusal = invalid(messages.propertyForbidden, 'rest_additional_properties_forbidden', {
      property: name,
    });
    return refuse(context, refusal);
  }
  if ((member === null && arg.onNull === 'absent') || (member === '' && arg.blankAbsent)) return undefined;
  const parsed = arg.schema().safeParse(member);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue({ ...issue, path: [name, ...issue.path] });
  return z.NEVER;
};

type ValueOf<A> = A extends Arg<infer Value> ? Value : never;

/** Types a schema with the values of its branches, which zod cannot infer from them. */
const ofBranches = <B extends readonly Arg[]>(schema: z.ZodType) => schema as z.ZodType<ValueOf<B[number]>>;

const matches = (branches: readonly Arg[], value: unknown) =>
  branches.flatMap((branch, position) => {
    const parsed = branch.schema().safeParse(value);
    return parsed.success ? [{ position, data: parsed.data }] : [];
  });

const noMatch = invalid(messages.noMatch, 'rest_no_matching_schema');

/** Declares an argument of which exactly one branch must accept the value. */
export const oneOf = <const B extends readonly Arg[], const O extends ArgOptions<ValueOf<B[number]>>>(
  branches: B,
  options?: O,
): ArgOf<ValueOf<B[number]>, O> => {
  requireUncleaned(branches);
  const build = () =>
    ofBranches<B>(
      converting((value, context) => {
        const found = matches(branches, value);
        if (found[0] === undefined) return refuse(context, noMatch);
        if (found.length === 1) return found[0].data;
        const positions = found.map((match) => match.position);
        return refuse(context, invalid(messages.manyMatches, 'rest_one_of_multiple_matches', {}, { positions }));
      }),
    );
  const words = { type: typesOf(branches), oneOf: branches.map((branch) => branch.words) };
  return argument<ValueOf<B[number]>, O>(build, words, options);
};

/** Declares an argument that the first accepting branch converts. */
export const anyOf = <const B extends readonly Arg[], const O extends ArgOptions<ValueOf<B[number]>>>(
  branches: B,
  options?: O,
): ArgOf<ValueOf<B[number]>, O> => {
  requireUncleaned(branches);
  const build = () =>
    ofBranches<B>(
      converting((value, context) => {
        for (const branch of branches) {
          const parsed = branch.schema().safeParse(value);
          if (parsed.success) return parsed.data;
        }
        return refuse(context, noMatch);
      }),
    );
  const words = { type: typesOf(branches), anyOf: branches.map((branch) => branch.words) };
  return argument<ValueOf<B[number]>, O>(build, words, options);
};

const typesOf = (branches: readonly Arg[]): string[] => [
  ...new Set(branches.flatMap((branch) => branch.words.type ?? [])),
];
