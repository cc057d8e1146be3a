import { deleteContent, trashContent } from '@almanac/content-model';
import { idOfStream } from '@almanac/event-sourcing';
import { type FoundCommit, invalidParams, type RestRequest, restErrors } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { createdItem } from '../content-items/itemLookup.ts';
import { mayDeleteItem, mayEditItem } from '../content-items/itemRights.ts';
import { runOnId } from '../content-items/itemRoutes.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { permittedStatus } from '../content-items/statuses.ts';
import { changeByRequest, createByRequest } from '../content-items/writeItem.ts';
import { type EventState, event, eventKind } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import type { EventWrites } from '../events/eventWrites.ts';
import { eventWriting } from '../events/eventWriting.ts';
import type { SentRecurrence } from '../events/recurrenceArg.ts';
import { isFreeSeriesUid, seriesAggregate, sharedOf } from '../events/seriesAggregate.ts';
import { changeAlone, changeSeries, concernedBy, removeFromSeries } from './changeSeries.ts';
import { eventsNamedBy, startsOfImported } from './importedEvents.ts';
import { appendNewSeries } from './newSeries.ts';
import { newFacts, newPlan } from './planSeries.ts';
import { planningOf, readEvent, requireRight, SeriesMovedError, whileSeriesMoves } from './seriesSelection.ts';
import { translateSeries } from './translateSeries.ts';
import { finishSeries, writeOccurrences } from './writeOccurrences.ts';

/** Returns the events outside series that an importer has named as occurrences of the new series. @throws 403 */
const importedEvents = async (
  calendar: Calendar,
  { args, principal }: RestRequest<EventValues>,
): Promise<readonly EventState[]> => {
  const name = args.import_uid;
  if (name == null) return [];
  const singles = (await eventsNamedBy(calendar, name)).filter(({ series }) => series === null);
  if (!singles.every((state) => mayEditItem(principal, eventKind, state))) throw restErrors.forbidden();
  return singles;
};

/** Creates a series; the first occurrence is the answer. */
const createSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  recurrence: SentRecurrence,
): Promise<EventState> => {
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const imported = await importedEvents(calendar, request);
  const first = await createByRequest(calendar, eventWriting, request, async (unit, { asked, fields }) => {
    const { language, slug = '', date = null, mayPublish } = asked;
    const status = permittedStatus(asked.status, undefined, mayPublish);
    const facts = newFacts({ id, language, slug, status, date }, fields, sharedOf(fields), recurrence);
    const created = { facts, existing: startsOfImported(imported, facts) };
    const { first } = await appendNewSeries(unit, calendar, created, planning());
    return unit.load(event, first);
  });
  await finishSeries(calendar, request, id);
  return first;
};

/** Returns the event of a commit whose answer was lost, once all occurrences of its series are written. */
const recoverCreated = async (
  calendar: Calendar,
  request: RestRequest<unknown>,
  commit: FoundCommit,
): Promise<EventState> => {
  const series = commit.events.find(({ type }) => type === 'SeriesCreated');
  if (series === undefined) return createdItem(calendar, eventKind, commit);
  await finishSeries(calendar, request, Number(idOfStream(series.stream)));
  const made = commit.events.filter(({ type }) => type === eventKind.eventTypes.created);
  return createdItem(calendar, eventKind, { ...commit, events: made.slice(0, 1) });
};

/** Makes a single event the first occurrence of a new series. */
const startSeries = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  before: EventState,
  recurrence: SentRecurrence,
): Promise<EventState> => {
  const id = await calendar.numbers.next('records');
  const planning = planningOf(calendar);
  const { slug } = before;
  const changed = await changeByRequest(calendar, eventWriting, request, before, async (unit, change) => {
    const { fields, asked } = change;
    if (change.before.series !== before.series) throw new SeriesMovedError();
    const present = { ...change.before, ...fields };
    const status = permittedStatus(asked.status, change.before.status, asked.mayPublish);
    const base = { id, language: present.language, slug: asked.slug ?? slug, status, date: asked.date ?? null };
    const name = present.importUid;
    const importUid = name !== null && (await isFreeSeriesUid(unit, name)) ? name : null;
    const facts = newFacts(base, { ...present, importUid }, sharedOf(eventKind.newFields(present)), recurrence);
    const plan = await newPlan(facts, new Map([[facts.from, before.id]]), planning());
    await unit.append(seriesAggregate, id, [{ type: 'SeriesCreated', data: { ...facts, ...plan } }]);
    await writeOccurrences(unit, calendar, id);
    return unit.load(event, before.id);
  });
  await finishSeries(calendar, request, id);
  return (await readEvent(calendar, before.id)) ?? changed;
};

/** Returns the writes of events, which know the series that an event belongs to (docs/interface/series.md §3). */
export const seriesWrites = (calendar: Calendar): EventWrites => ({
  create: (request) => {
    const { recurrence, translation_of: source, scope = 'this' } = request.args;
    if (scope !== 'this') return translateSeries(calendar, request);
    if (recurrence === undefined) return createByRequest(calendar, eventWriting, request);
    if (source !== undefined) throw invalidParams({ recurrence: '{name} of a translation is that of its original.' });
    return createSeries(calendar, request, recurrence);
  },
  recover: (request, commit) => recoverCreated(calendar, request, commit),
  change: (request, sent, condition) =>
    whileSeriesMoves(calendar, sent, async (before) => {
      const { recurrence, scope = 'this' } = request.args;
      if (before.series !== null && scope === 'this' && recurrence !== undefined)
        throw invalidParams({ scope: '{name} must be following or all for a change of the recurrence.' });
      const concerned = await concernedBy(calendar, request, before, scope);
      if (concerned !== undefined) return changeSeries(calendar, request, before, { ...concerned, condition });
      return recurrence === undefined
        ? changeByRequest(calendar, eventWriting, request, before, changeAlone(calendar))
        : startSeries(calendar, request, before, recurrence);
    }),
  remove: (request, sent, { scope, force = false, condition }) =>
    whileSeriesMoves(calendar, sent, async (before) => {
      const concerned = await concernedBy(calendar, request, before, scope);
      if (concerned !== undefined) {
        await requireRight(calendar, request, concerned.ids, mayDeleteItem);
        await removeFromSeries(calendar, request, { ...concerned, condition }, force ? 'delete' : 'trash');
        return (await readEvent(calendar, before.id)) ?? before;
      }
      return runOnId(eventKind, request, before.id, async (unit) => {
        if (force) await deleteContent(unit, eventKind, contentSite(calendar), before.id);
        else await trashContent(unit, eventKind, contentSite(calendar), before.id);
        return unit.load(event, before.id);
      });
    }),
});
