import { withAllVersions } from '@almanac/content-model';
import { plain } from '@almanac/pages';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { LinkedKindNames } from '../content-items/itemKind.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { inItemLists, publishedOnly } from '../content-items/statuses.ts';
import { type EventState, events } from '../events/event.ts';
import { readRecords } from '../events/relatedRecords.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import type { Term } from '../terms/term.ts';
import { withTermVersions } from '../terms/termLookup.ts';
import { venueKind } from '../venues/venue.ts';
import type { AskedView } from './askedView.ts';
import type { ViewBody } from './calendarView.ts';
import { filtersWithin, listedIn, startField } from './pageClock.ts';
import type { PageContext } from './pageContext.ts';
import { readFilters } from './viewFilters.ts';

/** The maximum number of choices of a field; the search and the pages of records lead to the others. */
const MAX_CHOICES = 20;

/** The maximum number of events to read, for lists and views that are already filtered. */
const MAX_EVENTS = 100;

/** The filters that the form lets visitors choose. */
export const chosenNames = ['category', 'venue', 'organizer'] as const;

export type ChosenName = (typeof chosenNames)[number];
export type Choice = readonly [value: string, label: string];
export type Choices = Readonly<Record<ChosenName, readonly Choice[]>>;

const byLabel = ([, a]: Choice, [, b]: Choice): number => a.localeCompare(b);

/** Returns the ids that most of the events link; links of protected events are not revealed. */
const mostLinked = (of: readonly EventState[], member: 'categories' | 'venues' | 'organizers'): number[] => {
  const counts = new Map<number, number>();
  for (const id of of.flatMap((event) => (event.password === '' ? event[member] : []))) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_CHOICES)
    .map(([id]) => id);
};

const categoryChoices = async ({ calendar, renderContext }: PageContext, ids: readonly number[]): Promise<Choice[]> => {
  if (ids.length === 0) return [];
  const { documents, languages } = calendar;
  const versions = await withTermVersions(documents, categoryTaxonomy, ids);
  const listed = categoryTaxonomy.inListsOf(renderContext.language, languages);
  const filter = { all: [listed, { field: 'id', in: versions }] };
  const found = await documents.find<Term>(categoryTaxonomy.collection, { filter });
  return found.map(({ slug, name }): Choice => [slug, plain(name)]).sort(byLabel);
};

const linkedChoices = async (
  { calendar, request, renderContext }: PageContext,
  kind: LinkedKindNames,
  ids: readonly number[],
): Promise<Choice[]> => {
  if (ids.length === 0) return [];
  const { documents, languages } = calendar;
  const records = await readRecords<ItemState & ItemFields>({ documents, ...request }, kind, ids);
  const versions = await withAllVersions(documents, kind.noun, [...records.values()]);
  const listed = inItemLists(kind, renderContext.language, languages);
  const filter = { all: [publishedOnly, listed, { field: 'id', in: versions }] };
  const found = await documents.find<ItemState & ItemFields>(kind.collection, { filter });
  const open = found.filter(({ password }) => password === '');
  return open.map(({ id, title }): Choice => [String(id), plain(renderedTitle(title))]).sort(byLabel);
};

/** Returns the shown events; for lists, and for views that a field of the form filters, all events of that time. */
const eventsToChooseFrom = async (
  context: PageContext,
  { filters: asked }: AskedView,
  { shown, time }: ViewBody,
): Promise<readonly EventState[]> => {
  if (shown !== undefined && chosenNames.every((name) => asked[name] === undefined)) return shown;
  const { calendar, request, renderContext } = context;
  const { category: _c, venue: _v, organizer: _o, ...others } = asked;
  const { filters } = await readFilters(context, others);
  const listed = listedIn(calendar, renderContext.language, request.principal);
  return calendar.documents.find<EventState>(events, {
    filter: { all: [...listed, ...filtersWithin(calendar, time), ...filters] },
    order: [{ field: startField(calendar), direction: time.start_date === undefined ? 'desc' : 'asc' }],
    limit: MAX_EVENTS,
  });
};

/** Returns the choices of the form. They come from the events of the shown time, so that each one finds an event. */
export const filterChoices = async (context: PageContext, asked: AskedView, body: ViewBody): Promise<Choices> => {
  const of = await eventsToChooseFrom(context, asked, body);
  const [category, venue, organizer] = await Promise.all([
    categoryChoices(context, mostLinked(of, 'categories')),
    linkedChoices(context, venueKind, mostLinked(of, 'venues')),
    linkedChoices(context, organizerKind, mostLinked(of, 'organizers')),
  ]);
  return { category, venue, organizer };
};
