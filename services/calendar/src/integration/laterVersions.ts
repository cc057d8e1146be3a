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
import { categoryChanged, eventChanged, organizerChanged, tagChanged, venueChanged } from '@almanac/contracts';
import { type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { contextOf, type Delivery, type Subscription } from '@almanac/messaging';
import type { Calendar } from '../calendar.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { type EventFields, type EventState, event, eventKind, events } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryKind } from '../terms/category.ts';
import { type TagCopy, tagCopies, tagTaxonomy } from '../terms/tagCopies.ts';
import { termsInLanguage } from '../terms/termLookup.ts';
import { venueKind } from '../venues/venue.ts';
import { copyTag } from './copies.ts';

type LinkMember = 'categories' | 'venues' | 'organizers' | 'tags';

/** A kind of the calendar's records that events link. */
interface LinkedKind {
  readonly member: LinkMember;
  readonly kind: Translatable;
}

const categories: LinkedKind = { member: 'categories', kind: translatableTerms(categoryKind) };
const venues: LinkedKind = { member: 'venues', kind: translatableContent(venueKind) };
const organizers: LinkedKind = { member: 'organizers', kind: translatableContent(organizerKind) };

/**
 * Links events to a new version of their tags, and to a new public version of their categories, venues and organizers,
 * in their language. Changed events are not found again, so a repeat changes nothing.
 */
export const laterVersions = (calendar: Calendar, commands: Commands): Subscription => ({
  name: 'calendar.later-versions',
  sources: ['calendar', 'core'],
  takes: [categoryChanged, venueChanged, organizerChanged, eventChanged, tagChanged],
  hasRareEffects: true,
  handle: (delivery) => linkToVersion({ calendar, commands, context: contextOf(delivery) }, delivery),
});

const linkToVersion = async (linking: Linking, delivery: Delivery): Promise<void> => {
  if (categoryChanged.is(delivery)) await linkEvents(linking, categories, delivery.data.id);
  else if (venueChanged.is(delivery)) await linkEvents(linking, venues, delivery.data.id);
  else if (organizerChanged.is(delivery)) await linkEvents(linking, organizers, delivery.data.id);
  else if (tagChanged.is(delivery)) await linkTaggedEvents(linking, delivery);
  else if (eventChanged.is(delivery)) await linkTagsOf(linking, delivery.data);
};

interface Linking {
  readonly calendar: Calendar;
  readonly commands: Commands;
  readonly context: CommandContext;
}

const linkEvents = async (linking: Linking, linked: LinkedKind, id: number): Promise<void> => {
  const { commands, context } = linking;
  const { result: version } = await commands.run(context, (unit) => publicVersion(unit, linked.kind, id));
  if (version !== undefined) await linkVersion(linking, linked.member, version);
};

/** Links the events in the language of a version to it. */
const linkVersion = async (
  { calendar, commands, context }: Linking,
  member: LinkMember,
  version: LinkedVersion,
): Promise<void> => {
  if (version.others.length === 0) return;
  await relinkAll(calendar.documents, { collection: events, member }, version, async (id) => {
    const replace = (unit: UnitOfWork) => replaceLinks(unit, calendar, id, { ...version, member });
    await commands.run(context, replace, { mutexKeys: [streamOf(event, id)] });
  });
};

type TagDelivery = Extract<Parameters<typeof copyTag>[1], Delivery>;

/** Links events to a new version of a tag. Its copy is stored first, so that events made from now on find it. */
const linkTaggedEvents = async (linking: Linking, delivery: TagDelivery): Promise<void> => {
  const { id, language, group = null } = delivery.data;
  // only the creation of a version has both
  if (language === undefined || group === null) return;
  const { documents } = linking.calendar;
  await copyTag(documents, delivery);
  const copy = (await documents.get<TagCopy>(tagCopies, id))?.body;
  // deleted since
  if (!copy) return;
  const others = (await tagTaxonomy.groupsOf(documents, [copy]))
    .flatMap(({ members }) => Object.values(members))
    .flatMap((member) => (member.id === id ? [] : [member.id]));
  await linkVersion(linking, 'tags', { id, language, others });
};

/** Links an event to versions of its tags that arrived while it was written. */
const linkTagsOf = async (
  { calendar, commands, context }: Linking,
  { id, tags = [] }: { readonly id: number; readonly tags?: readonly number[] | undefined },
): Promise<void> => {
  if (tags.length === 0) return;
  const current = (await calendar.documents.get<EventState>(events, id))?.body;
  if (!current) return;
  const own = await termsInLanguage(calendar.documents, tagTaxonomy, current.tags, current.language);
  for (const [index, version] of own.entries()) {
    const other = current.tags[index];
    if (other === undefined || other === version) continue;
    const replaced = { id: version, language: current.language, others: [other], member: 'tags' } as const;
    await commands.run(context, (unit) => replaceLinks(unit, calendar, id, replaced), {
      mutexKeys: [streamOf(event, id)],
    });
  }
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
  { member, ...version }: LinkedVersion & { readonly member: LinkMember },
): Promise<void> => {
  const state = await unit.load(event, eventId);
  const links = withVersion(state[member], version);
  if (!exists(state) || links === undefined) return;
  const fields = { [member]: links };
  const facts = plainFacts<EventFields>(unit, contentSite(calendar), state);
  await unit.append(event, eventId, decideContent(eventKind, state, { type: 'Change', fields }, facts));
};
