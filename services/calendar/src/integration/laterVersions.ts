import {
  decideContent,
  exists,
  type LinkedVersion,
  plainFacts,
  relinkAll,
  type Translatable,
  translatableContent,
  translatableTerms,
  versionsOf,
  withVersion,
} from '@almanac/content-model';
import {
  calendarErased,
  calendarTranslationEvents,
  categoryChanged,
  categoryDeleted,
  eventChanged,
  eventDeleted,
  eventTrashed,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import { type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { contextOf, type Subscription } from '@almanac/messaging';
import type { Calendar } from '../calendar.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { type EventFields, event, eventKind, events } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryKind } from '../terms/category.ts';
import { venueKind } from '../venues/venue.ts';

/** A kind of records that events link. */
interface LinkedKind {
  readonly member: 'categories' | 'venues' | 'organizers';
  readonly kind: Translatable;
}

const categories: LinkedKind = { member: 'categories', kind: translatableTerms(categoryKind) };
const venues: LinkedKind = { member: 'venues', kind: translatableContent(venueKind) };
const organizers: LinkedKind = { member: 'organizers', kind: translatableContent(organizerKind) };

/**
 * Links events to a new public version of their categories, venues and organizers in their language. Changed events are
 * not found again, so a repeat changes nothing.
 */
export const laterVersions = (calendar: Calendar, commands: Commands): Subscription => ({
  name: 'calendar.later-versions',
  sources: ['calendar'],
  takes: [categoryChanged, venueChanged, organizerChanged],
  ignores: [
    eventChanged,
    eventTrashed,
    eventDeleted,
    categoryDeleted,
    venueTrashed,
    venueDeleted,
    organizerTrashed,
    organizerDeleted,
    calendarErased,
    ...calendarTranslationEvents,
  ],
  handle: async (delivery) => {
    const linking: Linking = { calendar, commands, context: contextOf(delivery) };
    if (categoryChanged.is(delivery)) await linkEvents(linking, categories, delivery.data.id);
    else if (venueChanged.is(delivery)) await linkEvents(linking, venues, delivery.data.id);
    else if (organizerChanged.is(delivery)) await linkEvents(linking, organizers, delivery.data.id);
  },
});

interface Linking {
  readonly calendar: Calendar;
  readonly commands: Commands;
  readonly context: CommandContext;
}

const linkEvents = async (linking: Linking, linked: LinkedKind, id: number): Promise<void> => {
  const { calendar, commands, context } = linking;
  const { result: version } = await commands.run(context, (unit) => publicVersion(unit, linked.kind, id));
  if (version === undefined || version.others.length === 0) return;
  await relinkAll(calendar.documents, { collection: events, member: linked.member }, version, async (id) => {
    const replace = (unit: UnitOfWork) => replaceLinks(unit, calendar, id, { ...version, member: linked.member });
    await commands.run(context, replace, { mutexKeys: [streamOf(event, id)] });
  });
};

/** Returns a version that events may link; undefined if it is missing or not public. */
const publicVersion = async (unit: UnitOfWork, kind: Translatable, id: number): Promise<LinkedVersion | undefined> => {
  const version = await kind.version(unit, id);
  if (version?.public !== true) return undefined;
  const ids = Object.values(await versionsOf(unit, kind, version));
  return { id, language: version.language, others: ids.filter((each) => each !== id) };
};

/** Replaces the links of one event alone: its versions link the records of their own languages. */
const replaceLinks = async (
  unit: UnitOfWork,
  calendar: Calendar,
  eventId: number,
  { member, ...version }: LinkedVersion & Pick<LinkedKind, 'member'>,
): Promise<void> => {
  const state = await unit.load(event, eventId);
  const links = withVersion(state[member], version);
  if (!exists(state) || links === undefined) return;
  const fields = { [member]: links };
  const facts = plainFacts<EventFields>(unit, contentSite(calendar), state);
  await unit.append(event, eventId, decideContent(eventKind, state, { type: 'Change', fields }, facts));
};
