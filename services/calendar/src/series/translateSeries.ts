import {
  groupId,
  languageTaken,
  type TranslationGroup,
  translationGroups,
  unknownSource,
} from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { invalidParams, type RestRequest, yieldToEventLoop } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { mayEditItem } from '../content-items/itemRights.ts';
import { permittedStatus } from '../content-items/statuses.ts';
import { createByRequest } from '../content-items/writeItem.ts';
import { type EventState, event, eventKind, events } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import { eventWriting } from '../events/eventWriting.ts';
import {
  type Occurrence,
  type OccurrenceTask,
  type SeriesFacts,
  type SeriesPlan,
  type SeriesState,
  seriesAggregate,
  seriesCollection,
  sharedOf,
} from '../events/seriesAggregate.ts';
import { factsOf, type Planning } from './planSeries.ts';
import { copiedShared } from './planTranslations.ts';
import { finishGroup, requireWrittenGroup } from './seriesGroups.ts';
import { planningOf, readEvent, requireRight, requireUnmoved, whileSeriesMoves } from './seriesSelection.ts';
import { finishSeries, writeOccurrences } from './writeOccurrences.ts';

const READ_AT_ONCE = 100;

/** Returns the ids of the versions of occurrences in a language, by the ids of the occurrences. */
export const versionsIn = async (
  { documents }: Calendar,
  language: string,
  occurrences: readonly Occurrence[],
): Promise<ReadonlyMap<number, number>> => {
  const versions = new Map<number, number>();
  for (let at = 0; at < occurrences.length; at += READ_AT_ONCE) {
    const ids = occurrences.slice(at, at + READ_AT_ONCE).map(([, id]) => id);
    const grouped = (await documents.getMany<EventState>(events, ids)).flatMap(({ id, group }) =>
      group === null ? [] : [{ id, group: groupId(eventKind.noun, group) }],
    );
    for (const { id, group } of grouped) {
      const version = (await documents.get<TranslationGroup>(translationGroups, group))?.body?.members[language]?.id;
      if (version !== undefined) versions.set(id, version);
    }
    await yieldToEventLoop();
  }
  return versions;
};

/** Returns the occurrences of a translation: versions that exist keep their ids, the others are made. */
export const planVersions = async (
  { occurrences }: SeriesState,
  versions: ReadonlyMap<number, number>,
  { nextId }: Pick<Planning, 'nextId'>,
): Promise<{ readonly occurrences: readonly Occurrence[]; readonly tasks: readonly OccurrenceTask[] }> => {
  const made: Occurrence[] = [];
  const tasks: OccurrenceTask[] = [];
  for (const [start, original] of occurrences) {
    const known = versions.get(original);
    const id = known ?? (await nextId());
    made.push([start, id]);
    tasks.push({ id, start, does: known === undefined ? 'make' : 'change' });
  }
  return { occurrences: made, tasks };
};

/** A series that translates another one. */
type Translation = Pick<SeriesFacts, 'id' | 'language' | 'slug' | 'status' | 'date' | 'shared'> &
  Pick<SeriesPlan, 'occurrences' | 'tasks'>;

/** Creates a translation of a series, whose occurrences are left to write. Without a slug its title gives one. */
export const appendTranslation = async (
  unit: UnitOfWork,
  original: SeriesState,
  translation: Translation,
): Promise<void> => {
  const { id, language, slug, shared } = translation;
  const data = {
    ...factsOf(original),
    ...translation,
    slug: slugOf(slug) || slugOf(shared.title) || String(id),
    shared: { ...shared, ...copiedShared(original.shared) },
    importUid: null,
    changes: [],
    dueUtc: null,
    translates: original.id,
  };
  const translations = { ...original.translations, [language]: id };
  await unit.append(seriesAggregate, id, [{ type: 'SeriesCreated', data }]);
  await unit.append(seriesAggregate, original.id, [{ type: 'SeriesChanged', data: { translations } }]);
};

/** Returns the first occurrence of a series that exists. */
const firstOccurrence = async (
  { documents }: Calendar,
  { occurrences }: Pick<SeriesState, 'occurrences'>,
): Promise<EventState | undefined> => {
  for (let at = 0; at < occurrences.length; at += READ_AT_ONCE) {
    const ids = occurrences.slice(at, at + READ_AT_ONCE).map(([, id]) => id);
    const [first] = await documents.getMany<EventState>(events, ids);
    if (first !== undefined) return first;
  }
  return undefined;
};

const readOriginal = async ({ documents }: Calendar, { translates }: SeriesState): Promise<SeriesState | undefined> =>
  translates === null
    ? undefined
    : ((await documents.get<SeriesState>(seriesCollection, translates))?.body ?? undefined);

/**
 * Creates a series that translates the one of the occurrence `translation_of`: each of its occurrences is a version of
 * an occurrence. The answer is its first occurrence.
 * @throws DomainError 400, 403; 409 if the series has the language
 */
export const translateSeries = async (calendar: Calendar, request: RestRequest<EventValues>): Promise<EventState> => {
  const { translation_of: source, scope, recurrence } = request.args;
  if (recurrence !== undefined) throw invalidParams({ recurrence: '{name} of a translation is that of its original.' });
  const named = source === undefined ? undefined : await readEvent(calendar, source);
  if (named === undefined || named.series === null || scope !== 'all')
    throw invalidParams({ scope: '{name} can be all if translation_of is an occurrence of a series.' });
  return whileSeriesMoves(calendar, named, (occurrence) => translateFrom(calendar, request, occurrence));
};

const translateFrom = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  { id: source, series: of }: EventState,
): Promise<EventState> => {
  const selected = of === null ? undefined : await finishGroup(calendar, request, of);
  if (selected === undefined || selected.deleted) throw unknownSource();
  const original = (await readOriginal(calendar, selected)) ?? selected;
  await requireRight(
    calendar,
    request,
    original.occurrences.map(([, occurrence]) => occurrence),
    mayEditItem,
  );
  const versions = await versionsIn(calendar, request.language, original.occurrences);
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const made = await createByRequest(calendar, eventWriting, request, async (unit, { asked, fields }) => {
    const { language, slug = '', date = null, mayPublish } = asked;
    const group = await requireWrittenGroup(unit, await requireUnmoved(unit, selected));
    const first = await requireUnmoved(unit, original);
    if (group.some((each) => each.language === language)) throw languageTaken({ params: { language } });
    await appendTranslation(unit, first, {
      id,
      language,
      slug,
      status: permittedStatus(asked.status, undefined, mayPublish),
      date,
      shared: sharedOf(fields),
      ...(await planVersions(first, versions, planning())),
    });
    await writeOccurrences(unit, calendar, id);
    return unit.load(event, source);
  });
  const series = await finishSeries(calendar, request, id);
  return (series && (await firstOccurrence(calendar, series))) ?? made;
};
