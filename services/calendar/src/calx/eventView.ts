import { ordered, viewOf } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import { createComposer } from '@almanac/rest';
import { escapeHtml } from '@almanac/text';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { displayCost } from '../events/cost.ts';
import type { EventState } from '../events/event.ts';
import { eventFields } from '../events/eventFields.ts';
import type { EventDisplay } from '../events/eventView.ts';
import { seriesMember } from '../events/seriesMember.ts';
import { rememberViews } from '../rememberViews.ts';
import type { Term } from '../terms/term.ts';
import { nestedView, organizerView, venueView } from './linkedView.ts';
import { recordMembers, recordParts, type View } from './recordView.ts';
import { momentMembers, scheduleDetails, scheduleMembers } from './scheduleView.ts';
import { existingRecords, type RelatedRecordsOfPage } from './surroundings.ts';

export interface EventPresentation {
  readonly display: EventDisplay;
  readonly language: string;
  readonly now: Date;
}

const composed = createComposer<View>();

/** Returns the view of an event (docs/interface/calendar-second-generation.md §5.2). */
export const eventView = (event: EventState, around: RelatedRecordsOfPage, presentation: EventPresentation): View => {
  const { display, language, now } = presentation;
  const [categories, tags] = [
    existingRecords(event.categories, around.categories),
    existingRecords(event.tags, around.tags),
  ];
  const moment = momentMembers(event, toWallClock(now.getTime(), 'UTC'));
  const links = linkMembers(event, around, display);
  const details = detailsAt(language, toWallClock(now.getTime(), display.settings.timezone).slice(0, 4))(
    event,
    display,
  );
  const lists = [categories, tags, links.venues, links.organizers].flatMap((each) => [each.length, ...each]);
  const parts = [...recordParts(event, around, display), moment.is_past, moment.is_now, details, ...lists];
  return composed(event, parts, () => ({
    ...recordMembers(event, 'event', around, display),
    tags: tags.map(({ id }) => id),
    cal_events_cat: categories.map(({ id }) => id),
    class_list: classList(event, categories, tags),
    ...ownMembers(event, display),
    ...moment,
    ...links,
    ...details,
  }));
};

/** The fields of events in the order in which this interface shows them. */
export const eventFieldsInOrder = ordered(eventFields, ['featured']);

const fieldMembers = viewOf(eventFieldsInOrder, 'calx');

/** Members that depend neither on other records, nor on the language, nor on the time; they are cached. */
const ownMembers = rememberViews((event: EventState, { settings, currency }: EventDisplay) => ({
  ...scheduleMembers(event, settings),
  all_day: event.allDay,
  starts_this_week: null,
  ends_this_week: null,
  this_week_duration: null,
  happens_this_week: null,
  displays_on: [],
  ...fieldMembers(event),
  ...seriesMember(event),
  cost: escapeHtml(displayCost(event.cost, currency)),
}));

type Details = (event: EventState, display: EventDisplay) => View;

const details = new Map<string, Details>();

/** Returns the function for the texts about an event's time in a language and a year. */
const detailsAt = (language: string, year: string): Details => {
  const key = `${language} ${year}`;
  const known =
    details.get(key) ??
    rememberViews((event: EventState, { settings }: EventDisplay) =>
      scheduleDetails(event, settings, { language, year }),
    );
  details.set(key, known);
  return known;
};

const linkMembers = (event: EventState, around: RelatedRecordsOfPage, display: EventDisplay) => {
  const organizers = existingRecords(event.organizers, around.organizers);
  const venues = existingRecords(event.venues, around.venues);
  return {
    organizer_names: organizers.filter(({ password }) => password === '').map(({ title }) => renderedTitle(title)),
    organizers: organizers.map((organizer) => nestedView(organizerView, organizer, around, display)),
    venues: venues.map((venue) => nestedView(venueView, venue, around, display)),
  };
};

/** Returns the CSS classes of an event, each once; terms without Latin letters are named by their ids. */
const classList = (event: EventState, categories: readonly Term[], tags: readonly Term[]): string[] => {
  const classOf = ({ slug, id }: Term) => (/^[A-Z\d-]*[a-z_][\w-]*$/.test(slug) ? slug : String(id));
  return [
    ...new Set([
      `post-${event.id}`,
      'cal_events',
      'type-cal_events',
      `status-${event.status}`,
      ...(event.password === '' ? [] : ['post-password-required']),
      ...(event.image !== null && event.password === '' ? ['has-post-thumbnail'] : []),
      'hentry',
      ...tags.map((tag) => `tag-${classOf(tag)}`),
      ...categories.map((category) => `cal_events_cat-${classOf(category)}`),
    ]),
  ];
};
