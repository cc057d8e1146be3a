import { statusOfTranslation } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import { type EventFields, type EventState, event } from '../events/event.ts';
import type { SeriesFacts, SeriesState, SharedFields } from '../events/seriesAggregate.ts';
import { planAll } from '../series/planSeries.ts';
import { appendChanges, planGroup, requireWrittenGroup } from '../series/seriesGroups.ts';
import { planningOf } from '../series/seriesSelection.ts';
import { appendTranslation, planVersions, versionsIn } from '../series/translateSeries.ts';
import { writeOccurrences } from '../series/writeOccurrences.ts';

/** A translated occurrence. */
interface TranslatedOccurrence {
  /** The series of the source. */
  readonly original: SeriesState;
  readonly source: EventState;
  readonly version: EventState | undefined;
  readonly language: string;
  /** The names of the translated fields. */
  readonly translated: readonly string[];
}

interface TranslatedSeries {
  /** Undefined if the series has no translation in the language yet. */
  readonly translation: SeriesState | undefined;
}

/**
 * Returns the series that the translation of an occurrence concerns; undefined if it concerns the occurrence alone: one
 * with texts of its own, or whose version is no occurrence.
 * @throws SeriesMovedError if an earlier change of the series is not written completely
 */
export const translatedSeries = async (
  unit: UnitOfWork,
  { original, source, version, language, translated }: TranslatedOccurrence,
): Promise<TranslatedSeries | undefined> => {
  const isOccurrence = original.occurrences.some(([, id]) => id === source.id);
  if (original.deleted || original.translates !== null || !isOccurrence) return undefined;
  const edited = [...source.ownFields, ...(version?.ownFields ?? [])];
  if (translated.some((name) => edited.includes(name))) return undefined;
  const group = await requireWrittenGroup(unit, original);
  const translation = group.find((each) => each.language === language);
  return translation === undefined || version?.series === translation.id ? { translation } : undefined;
};

/** Creates the translation of a series. Returns the version of an occurrence, which is written first. */
export const makeTranslation = async (
  unit: UnitOfWork,
  calendar: Calendar,
  original: SeriesState,
  made: {
    readonly source: EventState;
    readonly language: string;
    readonly shared: SharedFields;
    readonly hold: boolean;
  },
): Promise<EventState> => {
  const { source, language, shared, hold } = made;
  const versions = await versionsIn(calendar, language, original.occurrences);
  const { occurrences, tasks } = await planVersions(original, versions, planningOf(calendar)());
  const version = tasks.find(({ start }) => start === source.occurrence);
  if (version === undefined) throw new Error(`event ${source.id} is no occurrence of series ${original.id}`);
  const id = await calendar.numbers.next('records');
  await appendTranslation(unit, original, {
    id,
    language,
    slug: '',
    status: hold ? 'draft' : statusOfTranslation(original),
    date: null,
    shared,
    occurrences,
    tasks: [version, ...tasks.filter((task) => task !== version)],
  });
  await writeOccurrences(unit, calendar, id);
  return unit.load(event, version.id);
};

/** Changes all occurrences of a series, except the fields that were edited in them alone. */
export const changeTranslation = async (
  unit: UnitOfWork,
  calendar: Calendar,
  series: SeriesState,
  change: {
    readonly before: EventState;
    readonly fields: Partial<EventFields>;
    readonly status?: SeriesFacts['status'];
  },
): Promise<void> => {
  const group = await requireWrittenGroup(unit, series);
  const planning = planningOf(calendar)();
  const unchanged = { status: undefined, date: undefined, slug: undefined, recurrence: undefined };
  const after = await planAll(series, { ...unchanged, ...change }, planning);
  if (after === undefined) return;
  const [first = series.id] = await appendChanges(unit, await planGroup({ series, after, group }, planning));
  await writeOccurrences(unit, calendar, first);
};
