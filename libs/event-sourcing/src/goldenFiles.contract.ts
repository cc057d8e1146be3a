import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Commit, RecordedEvent } from '@almanac/event-store';
import type { Registration } from './registration.ts';
import { indexRegistrations } from './registrationIndex.ts';
import { schemaOf, writtenSchemaOf } from './upcast.ts';

/** The stored form of one event at one schema version, as a file of the repository. */
export interface GoldenFile {
  /** `PostCreated.1.json` */
  readonly name: string;
  readonly event: RecordedEvent;
}

const nameOf = (type: string, schema = 1): string => `${type}.${schema}.json`;

const GOLDEN_FILE = /\.\d+\.json$/;

/** Returns every golden file of a folder; none if the folder is missing. */
export const readGoldenFiles = (folder: string): GoldenFile[] => {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names
    .filter((name) => GOLDEN_FILE.test(name))
    .map((name) => ({ name, event: JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedEvent }));
};

/** Writes missing golden files. Existing files stay unchanged: logs contain events in their form. */
export const addGoldenFiles = (folder: string, stored: readonly RecordedEvent[]): void => {
  mkdirSync(folder, { recursive: true });
  for (const event of stored) {
    const path = join(folder, nameOf(event.type, event.schema));
    if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(event, null, 2)}\n`);
  }
};

/** Returns the names of the golden files of aggregates: one for every schema version of each event type. */
const namesOf = (registrations: Iterable<Registration>): string[] =>
  [...registrations].flatMap(({ aggregate }) =>
    aggregate.eventTypes.flatMap((type) =>
      Array.from({ length: schemaOf(aggregate, type) }, (_, before) => nameOf(type, before + 1)),
    ),
  );

/**
 * Describes files that are missing, unknown to every aggregate, or named after another event. Claims need files if
 * records have unique names.
 */
export const fileFaults = (files: readonly GoldenFile[], registrations: readonly Registration[]): string[] => {
  const known = namesOf(indexRegistrations(registrations).values());
  const needed = registrations.some((each) => each.names !== undefined) ? known : namesOf(registrations);
  const names = files.map(({ name }) => name);
  return [
    ...needed.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...names.filter((name) => !known.includes(name)).map((name) => `${name} is of no event that is known`),
    ...files
      .filter(({ name, event }) => name !== nameOf(event.type, event.schema))
      .map(({ name }) => `${name} holds another event`),
  ];
};

/**
 * Returns the event with the most members for each event type in a log, the first of several; with its commit's
 * metadata and with stable values.
 */
export const fullestOfEachType = (log: readonly Commit[], machineMade: readonly string[] = []): RecordedEvent[] => {
  const fullest = new Map<string, RecordedEvent>();
  for (const { events, meta } of log) {
    for (const event of events) {
      const known = fullest.get(event.type);
      if (known === undefined || membersIn(event.data) > membersIn(known.data))
        fullest.set(event.type, { ...event, meta });
    }
  }
  return [...fullest.values()].map((event) => withStableValues(event, machineMade));
};

/** Returns the number of members of a value, at any depth; entries of a list do not count. */
const membersIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  return members.reduce((count, member) => count + membersIn(member), Array.isArray(value) ? 0 : members.length);
};

/** UUIDs, with or without hyphens, and digests in base64url. */
const RANDOM =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\da-f])[\da-f]{32}(?![\da-f])|(?<![\w-])[\w-]{43}(?![\w-])/g;

/**
 * Returns the event with its random values replaced by numbers in the order of their occurrence.
 * @param machineMade members whose numbers depend on the machine
 */
const withStableValues = (event: RecordedEvent, machineMade: readonly string[]): RecordedEvent => {
  const found: string[] = [];
  const text = JSON.stringify(event).replace(RANDOM, (value) => {
    if (!found.includes(value)) found.push(value);
    const number = found.indexOf(value) + 1;
    if (value.length === 43) return `digest-${number}`;
    const digits = String(number).padStart(12, '0');
    return value.length === 32 ? digits.padStart(32, '0') : `00000000-0000-4000-8000-${digits}`;
  });
  return JSON.parse(text, (name, value) =>
    machineMade.includes(name) && typeof value === 'number' ? 1 : value,
  ) as RecordedEvent;
};

/** An event whose stored form differs from its golden file. */
export interface ChangedForm {
  readonly name: string;
  /** Undefined for a type that was not stored. */
  readonly stored: RecordedEvent | undefined;
  readonly golden: RecordedEvent | undefined;
}

/** Returns the event types whose stored form differs from the golden files of the schema versions written today. */
export const changedForms = (
  files: readonly GoldenFile[],
  stored: readonly RecordedEvent[],
  registrations: readonly Registration[],
): ChangedForm[] => {
  const today = [...indexRegistrations(registrations).values()].flatMap(({ aggregate }) =>
    aggregate.eventTypes.map((type) => nameOf(type, writtenSchemaOf(aggregate, type))),
  );
  return today
    .map((name) => ({
      name,
      stored: stored.find(({ type, schema }) => nameOf(type, schema) === name),
      golden: files.find((file) => file.name === name)?.event,
    }))
    .filter(({ stored: one, golden: other }) => one === undefined || !isDeepStrictEqual(one, other));
};
