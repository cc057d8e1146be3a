import type { Json } from './schemaDocuments.ts';

/** Keywords that document a schema and do not constrain data. */
const ANNOTATIONS = ['title', 'description', 'examples', '$schema'];

/**
 * Returns the places in which a newer schema breaks code that relies on an older one; empty if compatible. Topics keep
 * events forever: the newer schema must accept old events, and old consumers must accept new events. A compatible
 * change adds only optional members.
 */
export const schemaBreaks = (older: unknown, newer: unknown, path = 'data'): string[] => {
  if (!isObject(older) || !isObject(newer)) return same(older, newer) ? [] : [`${path} changed`];
  const words = new Set([...Object.keys(older), ...Object.keys(newer)].filter((word) => !ANNOTATIONS.includes(word)));
  return [...words].flatMap((word) => {
    if (word === 'properties') return memberBreaks(membersOf(older), membersOf(newer), path);
    if (word === 'required') return requiredBreaks(older.required, newer.required, path);
    if (word === 'askedBy') return askerBreaks(older.askedBy, newer.askedBy, path);
    return schemaBreaks(older[word], newer[word], `${path}/${word}`);
  });
};

const memberBreaks = (older: Json, newer: Json, path: string): string[] =>
  Object.entries(older).flatMap(([name, schema]) =>
    name in newer ? schemaBreaks(schema, newer[name], `${path}.${name}`) : [`${path}.${name} is gone`],
  );

const requiredBreaks = (older: unknown, newer: unknown, path: string): string[] => {
  const [before, after] = [new Set(namesOf(older)), new Set(namesOf(newer))];
  return [
    ...[...before].filter((name) => !after.has(name)).map((name) => `${path}.${name} may be missing now`),
    ...[...after].filter((name) => !before.has(name)).map((name) => `${path}.${name} is missing in stored events`),
  ];
};

/** Senders of the current release still send requests while a newer release runs in parallel. */
const askerBreaks = (older: unknown, newer: unknown, path: string): string[] => {
  const now = namesOf(newer);
  return namesOf(older).flatMap((name) => (now.includes(name) ? [] : [`${path} is not asked by ${name} any more`]));
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = (schema: Json): Json => (isObject(schema.properties) ? schema.properties : {});

const namesOf = (names: unknown): string[] => (Array.isArray(names) ? names.map(String) : []);

const same = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((entry, index) => schemaBreaks(entry, other[index]).length === 0);
};
