import { isWallClock } from '@almanac/dates';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import { occurrenceUid, type SeriesFacts, type SeriesState, seriesCollection } from '../events/seriesAggregate.ts';

/** The maximum number of imported events that a series takes up. */
const MAX_IMPORTED = 2_000;

/** Returns the events that an importer has named as occurrences of the series with a name. */
export const eventsNamedBy = ({ documents }: Pick<Calendar, 'documents'>, name: string): Promise<EventState[]> => {
  // the character after the slash ends the names that begin with it
  const filter = { field: 'importUid', after: `${name}/`, before: `${name}0` };
  return documents.find<EventState>(events, { filter, limit: MAX_IMPORTED });
};

/** Returns the series with an importer's name; undefined without one. */
export const seriesNamed = async (
  { documents }: Pick<Calendar, 'documents'>,
  name: string,
): Promise<SeriesState | undefined> => {
  const found = await documents.find<SeriesState>(seriesCollection, { filter: { field: 'importUid', equals: name } });
  return found.find(({ deleted }) => !deleted);
};

type NamedFacts = Pick<SeriesFacts, 'importUid' | 'allDay' | 'timezone' | 'from'>;

/** Returns the ids of imported events by the starts that their names say. */
export const startsOfImported = (
  imported: readonly Pick<EventState, 'id' | 'importUid'>[],
  facts: NamedFacts,
): ReadonlyMap<string, number> => {
  const ids = new Map(imported.map(({ importUid, id }) => [importUid, id]));
  const starts = imported.map(({ importUid }) => startOfUid(importUid ?? '', facts));
  return new Map(
    starts.flatMap((start) => {
      const id = start === undefined ? undefined : ids.get(occurrenceUid(facts, start));
      return start === undefined || id === undefined ? [] : [[start, id] as const];
    }),
  );
};

const startOfUid = (uid: string, { importUid, allDay, from }: NamedFacts): string | undefined => {
  const time = uid.slice((importUid ?? '').length + 1, uid.length).replace(/Z$/, '');
  const clock = allDay ? `${time} ${from.slice(11)}` : time.replace('T', ' ');
  return isWallClock(clock) ? clock : undefined;
};

/** Returns the named events that a series can take up: its own, single ones, and those of series that are gone. */
export const eventsToTakeUp = async (
  calendar: Pick<Calendar, 'documents'>,
  name: string,
  id: number | undefined,
): Promise<readonly EventState[]> => {
  const named = await eventsNamedBy(calendar, name);
  const owners = [...new Set(named.flatMap(({ series }) => series ?? []))];
  const found = await calendar.documents.getMany<SeriesState>(seriesCollection, owners);
  const others = new Set(found.flatMap((series) => (series.deleted || series.id === id ? [] : [series.id])));
  return named.filter(({ series }) => series === null || !others.has(series));
};
