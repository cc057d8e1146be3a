import { evolve, idOfStream, streamOf } from '@almanac/event-sourcing';
import type { Commit, RecordedEvent } from '@almanac/event-store';
import { isObject } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { event, eventKind } from '../events/event.ts';
import { changedNames, ownNamesOf, SCHEDULE } from '../events/ownFields.ts';
import { type SeriesState, seriesAggregate, seriesRegistration } from '../events/seriesAggregate.ts';
import { importAggregate } from './import.ts';
import type { ImportItem } from './importItem.ts';

/** The fields that an event of a record's stream wrote; `byImport` is true if an import wrote them. */
export interface Writing {
  readonly fields: readonly string[];
  readonly byImport: boolean;
}

/** Returns the fields that an import did not write last. */
export const fieldsNotImported = (history: readonly Writing[]): ReadonlySet<string> => {
  const kept = new Set<string>();
  for (const { fields, byImport } of history)
    for (const field of fields) {
      if (byImport) kept.delete(field);
      else kept.add(field);
    }
  return kept;
};

const LINKS: ReadonlySet<string> = new Set(['categories', 'tags', 'venues', 'organizers']);

/**
 * True for a change by the site that only replaces links, such as by a later version in another language: it leaves
 * open who wrote them.
 */
const isRelinking = ({ meta, data }: RecordedEvent): boolean =>
  meta.principal === 'system' && isObject(data) && Object.keys(data).every((field) => LINKS.has(field));

/** The category of the streams of followed feeds, whose commits are imports too. */
export const FOLLOWED_FEED = 'followedfeed';

const IMPORTS = [`${importAggregate.category}-`, `${FOLLOWED_FEED}-`];

const isOfImport = (commit: Pick<Commit, 'events'> | undefined): boolean =>
  commit?.events.some(({ stream }) => IMPORTS.some((prefix) => stream.startsWith(prefix))) ?? false;

/** The rule and the dates of a series, which change as one with its times. */
const rulesOf = ({ recurrence, anchor, timezone, allDay, length }: SeriesState) => ({
  recurrence,
  anchor,
  timezone,
  allDay,
  length,
});

/** Returns the names of the fields that an event of a series has set: all at its creation. */
const seriesChanges = (before: SeriesState, after: SeriesState): string[] => {
  const { status, slug, date, shared } = after;
  if (before.version === 0) return [...Object.keys(shared), SCHEDULE, 'status', 'slug', 'date', 'importUid'];
  const rules = changedNames(rulesOf(before), rulesOf(after));
  return [
    ...changedNames(before.shared, shared),
    ...changedNames(before, { status, slug, date }),
    ...(rules.length > 0 ? [SCHEDULE] : []),
  ];
};

/**
 * Returns the fields of a series that people or other services wrote last, not an import: after each of its events, in
 * the order of their versions. The times and the rule are one field, `schedule`.
 */
export const seriesFieldsChangedByHand = async (
  { store }: Pick<Calendar, 'store'>,
  id: number | string,
): Promise<readonly ReadonlySet<string>[]> => {
  const after: ReadonlySet<string>[] = [];
  const history: Writing[] = [];
  let state = seriesRegistration.aggregate.initialState;
  for await (const recorded of store.readStream(streamOf(seriesAggregate, id))) {
    const next = evolve(seriesRegistration, state, recorded);
    const fields = seriesChanges(state, next);
    if (fields.length > 0) history.push({ fields, byImport: isOfImport(await store.commitAt(recorded.position)) });
    state = next;
    after.push(fieldsNotImported(history));
  }
  return after;
};

/**
 * Returns the fields of an event that people or other services wrote last, not an import. A series writes its
 * occurrences, also in later commits: then it counts who wrote the fields of the series.
 */
export const fieldsChangedByHand = async (
  calendar: Pick<Calendar, 'store'>,
  id: number,
): Promise<ReadonlySet<string>> => {
  const { store } = calendar;
  const history: Writing[] = [];
  const series = new Map<string, readonly ReadonlySet<string>[]>();
  let owner = '';
  for await (const recorded of store.readStream(streamOf(event, id))) {
    if (isRelinking(recorded)) continue;
    const { position, data } = recorded;
    const fields = isObject(data) ? Object.keys(data) : [];
    if (isObject(data) && typeof data.series === 'number') owner = streamOf(seriesAggregate, data.series);
    const commit = await store.commitAt(position);
    const writing = commit?.events.findLast(({ stream }) => stream === owner);
    if (writing === undefined) {
      history.push({ fields, byImport: isOfImport(commit) });
      continue;
    }
    const byHand = series.get(owner) ?? (await seriesFieldsChangedByHand(calendar, idOfStream(owner)));
    series.set(owner, byHand);
    const isByHand = (name: string): boolean => byHand[writing.version - 1]?.has(fieldOfSeries(name)) === true;
    history.push({ fields: fields.filter(isByHand), byImport: false });
    history.push({ fields: fields.filter((name) => !isByHand(name)), byImport: true });
  }
  return fieldsNotImported(history);
};

const fieldOfSeries = (name: string): string => ownNamesOf([name])[0] ?? name;

/** Returns the members of an item that set a field of an event. */
const membersSaying = (name: string): readonly string[] => {
  const { imported = false, v1 = null } = eventKind.fields[name] ?? {};
  if (imported === true) return v1 === null ? [] : [v1.name];
  return imported === false ? [] : imported;
};

/** Returns the item without the members that set some fields. */
export const withoutFields = (item: ImportItem, fields: ReadonlySet<string>): ImportItem => {
  const members = new Set([...fields].flatMap(membersSaying));
  const values: readonly (readonly unknown[])[] = Object.entries(item.values).filter(([name]) => !members.has(name));
  return {
    ...item,
    values: Object.fromEntries(values),
    categories: fields.has('categories') ? undefined : item.categories,
    venues: fields.has('venues') ? undefined : item.venues,
    organizers: fields.has('organizers') ? undefined : item.organizers,
  };
};
