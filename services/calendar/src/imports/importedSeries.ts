import { idOfStream, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { changeItem, unchangedPublication } from '../content-items/itemWriting.ts';
import { permittedStatus } from '../content-items/statuses.ts';
import { prepareNewItem } from '../content-items/writeItem.ts';
import { type EventState, event, eventKind } from '../events/event.ts';
import { eventWriting } from '../events/eventWriting.ts';
import { ownNamesOf, SCHEDULE } from '../events/ownFields.ts';
import type { SentRecurrence } from '../events/recurrenceArg.ts';
import {
  type SeriesFacts,
  type SeriesPlan,
  type SeriesState,
  seriesAggregate,
  sharedOf,
} from '../events/seriesAggregate.ts';
import { startsOfImported } from '../series/importedEvents.ts';
import { changeImported, type RemovableEvents } from '../series/importSeries.ts';
import { appendNewSeries } from '../series/newSeries.ts';
import { newFacts } from '../series/planSeries.ts';
import { planningOf } from '../series/seriesSelection.ts';
import { scheduleAt } from '../series/writeOccurrences.ts';
import { newMemory } from './batchMemory.ts';
import { fieldsChangedByHand, seriesFieldsChangedByHand, withoutFields } from './handChanges.ts';
import { linksOf, type ReadyItem, withEmptied } from './importedEvent.ts';
import { IMPORT_SOURCES } from './importedRecords.ts';

/** A recurring entry of a calendar file. */
export interface RecurringItem {
  /** The name of its origin. */
  readonly origin: string;
  readonly uid: string;
  /** The item of its first occurrence, without a name. */
  readonly ready: ReadyItem;
  readonly recurrence: SentRecurrence;
  /** True if its calendar does not show it to everybody. */
  readonly isPrivate: boolean;
  /** Events that may become its occurrences. */
  readonly existing: readonly EventState[];
}

/** Appends the events of a recurring entry. Returns the plan of its series; undefined if nothing changes. */
export type DecideSeries = (unit: UnitOfWork) => Promise<SeriesPlan | undefined>;

const seriesName = (origin: string, uid: string): string => `series/${origin}/${uid}`;

/** True if an origin has made the series of an entry, and it exists. */
export const hasSeries = async (unit: UnitOfWork, origin: string, uid: string): Promise<boolean> => {
  const holder = await unit.holder(IMPORT_SOURCES, seriesName(origin, uid));
  return holder !== null && !(await unit.load(seriesAggregate, idOfStream(holder))).deleted;
};

const claimSeries = async (
  unit: UnitOfWork,
  { origin, uid }: Pick<RecurringItem, 'origin' | 'uid'>,
  id: number,
): Promise<void> => {
  const name = seriesName(origin, uid);
  const [holder, stream] = [await unit.holder(IMPORT_SOURCES, name), streamOf(seriesAggregate, id)];
  if (holder === stream) return;
  if (holder !== null) await unit.release(IMPORT_SOURCES, name, holder);
  await unit.take(IMPORT_SOURCES, name, stream);
};

/** Returns the ids of existing events by their starts; an event with the name of the entry is the first occurrence. */
const occurrencesOf = (
  existing: readonly EventState[],
  uid: string,
  facts: Pick<SeriesFacts, 'allDay' | 'timezone' | 'from'>,
): ReadonlyMap<string, number> => {
  const single = existing.find(({ importUid }) => importUid === uid);
  const named = startsOfImported(existing, { ...facts, importUid: uid });
  return single === undefined ? named : new Map([[facts.from, single.id], ...named]);
};

/** Makes the fields that people have edited in single events their own ones, so that a series leaves them. */
const keepEdits = async (calendar: Calendar, existing: readonly EventState[]) => {
  const own = new Map<number, readonly string[]>();
  for (const { id, series } of existing)
    if (series === null) own.set(id, ownNamesOf(await fieldsChangedByHand(calendar, id)));
  return async (unit: UnitOfWork, occurrences: ReadonlyMap<string, number>): Promise<void> => {
    for (const id of occurrences.values()) {
      const ownFields = own.get(id) ?? [];
      const change = { asked: unchangedPublication, fields: { ownFields } };
      if (ownFields.length > 0) await changeItem(unit, calendar, { kind: eventKind, id }, change);
    }
  };
};

/** Returns the creation of the series of a recurring entry. @throws DomainError 400 */
export const newImportedSeries = async (calendar: Calendar, recurring: RecurringItem): Promise<DecideSeries> => {
  const { uid, ready, recurrence, existing } = recurring;
  const { item, request, named } = ready;
  const { principal, language } = request;
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const keep = await keepEdits(calendar, existing);
  return async (unit) => {
    let created: SeriesPlan | undefined;
    const prepared = await prepareNewItem(calendar, eventWriting, request, {
      known: named,
      write: async (_, { asked, fields }) => {
        const status = permittedStatus(asked.status, undefined, asked.mayPublish);
        const base = { id, language, slug: asked.slug ?? '', status, date: asked.date ?? null };
        const facts = newFacts(base, { ...fields, importUid: uid }, sharedOf(fields), recurrence);
        const occurrences = occurrencesOf(existing, uid, facts);
        await keep(unit, occurrences);
        const { plan, first } = await appendNewSeries(unit, calendar, { facts, existing: occurrences }, planning());
        created = plan;
        return unit.load(event, first);
      },
    });
    const writing = { unit, calendar, principal, language, images: named.images, mayPublish: true };
    await prepared.decide(unit, await linksOf(writing, item, newMemory()));
    await claimSeries(unit, recurring, id);
    return created;
  };
};

/** Returns a series as an event: its first occurrence, without edits. */
const asEvent = (calendar: Calendar, series: SeriesState): EventState => {
  const { id, version, language, status, slug, shared, from } = series;
  const own = { id, version, language, status, slug, series: id, occurrence: from };
  return { ...event.initialState, ...shared, ...scheduleAt(calendar, series, from), ...own };
};

/**
 * Returns the change of a series by its recurring entry: of the fields that people did not write last. Its times and its
 * rule are one of them.
 * @throws DomainError 400
 */
export const importedSeriesChange = async (
  calendar: Calendar,
  selected: SeriesState,
  recurring: RecurringItem,
  removable: RemovableEvents,
): Promise<DecideSeries> => {
  const { uid, ready, recurrence, existing, isPrivate } = recurring;
  const { named, request } = ready;
  const { principal } = request;
  const byHand = (await seriesFieldsChangedByHand(calendar, selected.id)).at(-1) ?? new Set();
  const keepsTimes = byHand.has(SCHEDULE);
  const before = asEvent(calendar, selected);
  const whole = withEmptied(ready.item, before);
  const item = withoutFields(whole, new Set([...byHand, ...(keepsTimes ? ['start'] : [])]));
  const { status: _, ...values } = item.values;
  await eventKind.prepareFields(values, principal);
  const planning = planningOf(calendar);
  const keep = await keepEdits(calendar, existing);
  const isHidden = isPrivate && selected.status === 'publish' && !byHand.has('status');
  return async (unit) => {
    const tags = values.tags === undefined ? { ...named.tags, ids: () => undefined } : named.tags;
    const { language } = selected;
    const writing = { unit, calendar, principal, language, images: named.images, mayPublish: true };
    const image = named.images.idOf(values.image);
    const sent = {
      ...eventWriting.readFields(values, { calendar, principal, before }),
      ...(image !== undefined && { image }),
    };
    const subject = { id: selected.id, values, before };
    const fields = {
      ...(await eventWriting.completeFields(sent, { ...writing, tags }, subject)),
      ...(await linksOf(writing, item, newMemory())),
    };
    const first = { ...before, ...fields };
    const occurrences = occurrencesOf(existing, uid, keepsTimes ? selected : { ...first, from: first.start });
    await keep(unit, occurrences);
    const times = keepsTimes ? undefined : { first, recurrence };
    const change = { shared: sharedOf(fields), times, status: isHidden ? ('private' as const) : undefined };
    const plan = await changeImported(
      unit,
      calendar,
      { selected, change, existing: occurrences, removable },
      planning(),
    );
    await claimSeries(unit, recurring, selected.id);
    return plan;
  };
};
