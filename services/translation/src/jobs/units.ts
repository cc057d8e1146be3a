import type { Collection, Documents } from '@almanac/documents';
import { type Decider, type DerivedDocument, idAndVersion } from '@almanac/event-sourcing';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import type { StoredText } from './unitTexts.ts';

/** A text of a job: the source and, once translated, the target. */
export interface Unit {
  /** The id in XLIFF: `title`, `field-_VenueCity-0`. */
  readonly id: string;
  /** The hash of the source's text. */
  readonly key: string;
  readonly source: StoredText;
  /** "" if it is not translated. */
  readonly target: StoredText;
  readonly finished: boolean;
}

/** The texts of one revision of a job. */
export interface Units {
  /** The job id of the revision. */
  readonly id: number;
  readonly version: number;
  /** The id of the job. */
  readonly job: number;
  /** `en/fr-ca`. */
  readonly pair: string;
  readonly units: readonly Unit[];
  /** True if a person whose HTML is filtered has saved a unit. */
  readonly filtered: boolean;
}

/** The new target of a saved unit. */
export interface SavedUnit {
  readonly id: string;
  readonly target: StoredText;
}

export type UnitsEvent =
  | Event<'UnitsOpened', Pick<Units, 'job' | 'pair' | 'units'>>
  /** `filtered` is true if the HTML of the person who saved them is filtered. */
  | Event<'UnitsSaved', { readonly units: readonly SavedUnit[]; readonly filtered: boolean }>;

export type UnitsCommand =
  | { readonly type: 'OpenUnits'; readonly opened: Pick<Units, 'job' | 'pair' | 'units'> }
  | { readonly type: 'SaveUnits'; readonly saved: readonly SavedUnit[]; readonly filtered: boolean };

const none: Units = { id: 0, version: 0, job: 0, pair: '', units: [], filtered: false };

const sameText = (one: StoredText, other: StoredText): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.hash === other.hash;

const savedInto = (units: readonly Unit[], saved: readonly SavedUnit[]): Unit[] => {
  const targets = new Map(saved.map(({ id, target }) => [id, target]));
  return units.map((unit) => {
    const target = targets.get(unit.id);
    return target === undefined ? unit : { ...unit, target, finished: target !== '' };
  });
};

const evolve = (state: Units, event: RecordedEvent<UnitsEvent>): Units => {
  const at = idAndVersion(event);
  if (event.type === 'UnitsOpened') return { ...state, ...event.data, ...at };
  const { units, filtered } = event.data;
  return { ...state, ...at, units: savedInto(state.units, units), filtered: state.filtered || filtered };
};

/** The texts of revisions, `jobunits-<job id>`. A saved target is finished unless it is empty. */
export const unitsDecider: Decider<Units, UnitsEvent, UnitsCommand> = {
  category: 'jobunits',
  initialState: none,
  eventTypes: ['UnitsOpened', 'UnitsSaved'],
  projectionVersion: 1,
  evolve,
  decide: ({ units }, command) => {
    if (command.type === 'OpenUnits') return [{ type: 'UnitsOpened', data: command.opened }];
    const after = new Map(savedInto(units, command.saved).map((unit) => [unit.id, unit]));
    const changed = units.filter((unit) => {
      const now = after.get(unit.id) ?? unit;
      return now.finished !== unit.finished || !sameText(now.target, unit.target);
    });
    const saved = command.saved.filter(({ id }) => changed.some((unit) => unit.id === id));
    return saved.length === 0 ? [] : [{ type: 'UnitsSaved', data: { units: saved, filtered: command.filtered } }];
  },
};

/** Returns the number of finished units. */
export const finishedOf = (units: readonly Unit[]): number => units.filter(({ finished }) => finished).length;

export const jobUnits: Collection = { name: 'job-units', projectionVersion: unitsDecider.projectionVersion };

/** Returns the finished units of revisions by their ids, grouped by job id. */
export const finishedUnits = async (
  documents: Documents,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, Unit>>> => {
  const found = jobIds.length === 0 ? [] : await documents.getMany<Units>(jobUnits, jobIds);
  const byId = (units: readonly Unit[]) =>
    new Map(units.filter(({ finished }) => finished).map((unit) => [unit.id, unit]));
  return new Map(found.map(({ id, units }) => [id, byId(units)]));
};

/** The translation memory: the finished units, indexed by the hash of their source. */
export const memory: Collection = {
  name: 'translation-memory',
  projectionVersion: unitsDecider.projectionVersion,
  indexes: [['key', 'job_id']],
};

/** A finished unit in the memory. */
export interface MemoryUnit {
  readonly id: string;
  /** `en/fr-ca/` and the hash of the source's text. */
  readonly key: string;
  readonly job_id: number;
  readonly target: StoredText;
}

export const memoryKey = (pair: string, key: string): string => `${pair}/${key}`;

const remembered = (before: Units, after: Units): DerivedDocument[] => {
  const known = new Map(before.units.map((unit) => [unit.id, unit]));
  return after.units.flatMap((unit): DerivedDocument[] => {
    if (known.get(unit.id) === unit) return [];
    const id = `${after.id}/${unit.id}`;
    if (!unit.finished) return known.get(unit.id)?.finished === true ? [{ id, body: null }] : [];
    const key = memoryKey(after.pair, unit.key);
    const body: MemoryUnit = { id, key, job_id: after.id, target: unit.target };
    return [{ id, body }];
  });
};

export const unitsRegistration: RecordRegistration<Units, UnitsEvent> = {
  aggregate: unitsDecider,
  collection: jobUnits,
  written: {
    members: ({ units }) => ({
      units: units.map(({ id, source, target, finished }) => ({ id, source, target, finished })),
    }),
  },
  more: { collection: memory, derive: remembered },
};
