import { charactersOf } from './answerSize.ts';

/** The facts about a shared view that are computed once. */
interface ViewFacts {
  json?: string;
  characters?: number;
}

const factsOf = new WeakMap<object, ViewFacts>();

const factsAbout = (view: unknown): ViewFacts | undefined =>
  typeof view === 'object' && view !== null ? factsOf.get(view) : undefined;

/** Declares that a view is part of many answers and never changes: its JSON is made once. */
const shareView = <View extends object>(view: View): View => {
  factsOf.set(view, {});
  return view;
};

/** Declares the JSON of a view that never changes. Its characters count as those of the texts: an upper bound. */
export const withJson = <View extends object>(view: View, json: string): View => {
  factsOf.set(view, { json, characters: json.length });
  return view;
};

/** Returns the JSON of a value that JSON can express. */
export const jsonOfView = (view: unknown): string => {
  const facts = factsAbout(view);
  if (facts === undefined) return JSON.stringify(view) ?? 'null';
  facts.json ??= JSON.stringify(view);
  return facts.json;
};

/** Returns the number of characters of all texts in a view. */
export const charactersOfView = (view: unknown): number => {
  const facts = factsAbout(view);
  if (facts === undefined) return charactersOf(view);
  facts.characters ??= charactersOf(view);
  return facts.characters;
};

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((each, place) => each === others[place]);

/**
 * Creates a function that composes a view of a record, and returns the last one again until a part is another one. It
 * caches only for frozen records, which the store shares until they change. The view must depend on the record and the
 * parts alone; it is shared and must not be changed.
 */
export const createComposer = <Composed extends object>() => {
  const last = new WeakMap<object, { readonly parts: readonly unknown[]; readonly composed: Composed }>();
  return (record: object, parts: readonly unknown[], compose: () => Composed): Composed => {
    if (!Object.isFrozen(record)) return compose();
    const known = last.get(record);
    if (known !== undefined && areSame(known.parts, parts)) return known.composed;
    const composed = shareView(compose());
    last.set(record, { parts, composed });
    return composed;
  };
};
