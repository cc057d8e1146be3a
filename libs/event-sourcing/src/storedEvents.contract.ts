import type { Commit } from '@almanac/event-store';
import { documentForms, recordedForms, recordForms } from './documentForms.contract.ts';
import {
  addGoldenFiles,
  changedForms,
  fileFaults,
  fullestOfEachType,
  type GoldenFile,
  readGoldenFiles,
} from './goldenFiles.contract.ts';
import { categoryOfStream, idOfStream, type Registration } from './registration.ts';
import { indexRegistrations } from './registrationIndex.ts';
import type { CheckCommit } from './runner.ts';
import { documentsOf, evolve } from './state.ts';
import { schemaOf } from './upcast.ts';

/** The code that reads a service's stored events. */
export interface EventReaders {
  readonly registrations: readonly Registration[];
  /** The check before each append: integration events of a commit must fit their contracts. */
  readonly check: CheckCommit;
}

export interface StoredEvents extends EventReaders {
  /** The folder of the golden files. */
  readonly folder: string;
  /** Causes every type of event, at least once with all possible members; returns the log. */
  readonly scenario: () => Promise<readonly Commit[]>;
  /** Members of events whose numbers depend on the machine, such as the size of a picture created on it. */
  readonly machineMade?: readonly string[];
  /** Non-empty initial states, by category. */
  readonly presets?: Readonly<Record<string, object>>;
}

/**
 * Requirements for stored events: they stay readable forever, because logs contain events in all their past forms. The
 * spec of each service with aggregates runs this.
 */
export const storedEventsContract = (name: string, service: StoredEvents): void => {
  const { folder, registrations, scenario, machineMade, presets = {} } = service;
  describe(`the stored events of ${name}`, () => {
    let stored: ReturnType<typeof fullestOfEachType>;
    let files: readonly GoldenFile[];
    beforeAll(async () => {
      stored = fullestOfEachType(await scenario(), machineMade);
      if (process.env.UPDATE_STORED_EVENTS === '1') {
        addGoldenFiles(folder, stored);
        recordForms(folder, documentForms(registrations));
      }
      files = readGoldenFiles(folder);
    });

    it('have a golden file for every type and schema version', () => {
      expect(fileFaults(files, registrations)).toEqual([]);
    });

    it('are read in every form that they have had, by their aggregate and by their publication', () => {
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) readGoldenFile(file, service);
    });

    it('are folded into documents that have a higher projection version if other fields are indexed', () => {
      // replicas of an older release write the former fields, and only documents of a lower version are written again
      expect(documentForms(registrations)).toEqual(recordedForms(folder));
    });

    it('set no member of a state that the current form does not set', () => {
      expect(formerMembers(files, service)).toEqual([]);
    });

    it('fold onto records that have only their presets', () => {
      const filled = registrations.map(({ aggregate }) => [aggregate.category, filledOf(aggregate.initialState)]);
      expect(Object.fromEntries(filled.filter(([, members]) => members !== undefined))).toEqual(presets);
    });

    it('have the form of their golden file, or a new schema version with an upcaster and a file of its own', () => {
      const changed = changedForms(files, stored, registrations);
      const golden = Object.fromEntries(changed.map((each) => [each.name, each.golden]));
      expect(Object.fromEntries(changed.map((each) => [each.name, each.stored]))).toEqual(golden);
    });
  });
};

/**
 * Returns the state after the event of a golden file, folded onto the aggregate's initial state.
 * @throws Error naming the file, for an event that cannot be folded or published
 */
export const readGoldenFile = ({ name, event }: GoldenFile, { registrations, check }: EventReaders): object => {
  const registration = registrationOf(event.stream, registrations);
  const { initialState } = registration.aggregate;
  try {
    const state = evolve(registration, initialState, event);
    documentsOf(registration, idOfStream(event.stream), initialState, state, event);
    check({ events: [event], meta: event.meta });
    return state;
  } catch (error) {
    throw new Error(`the event of ${name} cannot be read`, { cause: error });
  }
};

/** Returns the members of a state that are neither empty, false nor zero; undefined for none. */
const filledOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value || undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const filled = Object.entries(value).map(([name, member]) => [name, filledOf(member)] as const);
  const members = filled.filter(([, member]) => member !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
};

const registrationOf = (stream: string, registrations: readonly Registration[]): Registration => {
  const registration = indexRegistrations(registrations).get(categoryOfStream(stream));
  if (registration === undefined) throw new Error(`no aggregate has the stream ${stream}`);
  return registration;
};

/** Returns members of the state that an older form sets and today's does not, because an upcaster is incomplete. */
export const formerMembers = (files: readonly GoldenFile[], readers: EventReaders): string[] =>
  files.flatMap((file) => {
    const { type, stream } = file.event;
    const { aggregate } = registrationOf(stream, readers.registrations);
    const today = files.find(({ event }) => event.type === type && (event.schema ?? 1) === schemaOf(aggregate, type));
    if (today === undefined) return [];
    const known = { ...aggregate.initialState, ...readGoldenFile(today, readers) };
    return Object.keys(readGoldenFile(file, readers))
      .filter((member) => !Object.hasOwn(known, member))
      .map((member) => `${file.name}: ${member}`);
  });
