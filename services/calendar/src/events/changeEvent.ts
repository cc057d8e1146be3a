import { refuseOtherLanguage } from '@almanac/content-model';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { mayPublish } from '@almanac/identity';
import { forUpdate, type RestRequest, sentUnchanged, type Values, withoutArgs } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../content-items/authors.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions, mayEditItem } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes } from '../content-items/itemRoutes.ts';
import { type AskedChange, changeItem } from '../content-items/itemWriting.ts';
import { makeFirst } from '../content-items/makeFirst.ts';
import { readPublication } from '../content-items/publicationValues.ts';
import { unchangedLinks } from '../content-items/unchangedLinks.ts';
import { defined, minorEditArg } from '../requestArgs.ts';
import type { EventWriting } from './createEvent.ts';
import { type EventFields, type EventState, event, eventKind, requireFreeImportUid } from './event.ts';
import { eventAnswer, eventDisplay } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { eventLinks, type RequestNamed, requestNamed } from './eventLinks.ts';
import { eventAnswers } from './eventSchema.ts';
import { costOf, type EventValues, sentSchedule } from './eventValues.ts';
import { eventMembers } from './eventView.ts';
import { readRelated } from './relatedRecords.ts';

const changeArgs = { ...forUpdate(eventArgs), ...minorEditArg };

type ChangeRequest = RestRequest<EventValues>;

/** Returns the routes of a change; POST, PUT and PATCH do the same. */
export const changeEventRoutes = (calendar: Calendar): ItemRoutes =>
  itemRoutes<Values<typeof changeArgs>>({
    plural: 'events',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes an event.',
    args: changeArgs,
    answers: eventAnswers.change,
    permission: itemPermissions(calendar.documents, eventKind).update,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      const asked = await askedOfEvent(calendar, request, event);
      return eventAnswer(calendar, request, await changeEvent(calendar, asked, event));
    },
  });

/** Changes an event by the values that a route has read. @throws DomainError 400, 412 */
export const changeEvent = async (
  calendar: Calendar,
  request: ChangeRequest,
  before: EventState,
): Promise<EventState> => {
  const { named, decide } = await changedEvent(calendar, request, before);
  await makeFirst(request, named, decide);
  const mutexKeys = [streamOf(event, before.id)];
  return (await request.commands.run(request.context, decide, { mutexKeys })).result;
};

/**
 * Reads the sent values of a change, and gathers the facts for its decision.
 * @param known the records of core that the request names, if they are already known
 * @throws DomainError 400
 */
export const changedEvent = async (
  calendar: Calendar,
  request: ChangeRequest,
  { id, language }: EventState,
  known?: RequestNamed,
): Promise<EventWriting> => {
  await requireAuthor(calendar, request.args.author);
  const asked = askedOf(calendar, request);
  const named = known ?? (await requestNamed(calendar, request, language));
  return {
    named,
    decide: (unit, found = {}) => decideChange(unit, calendar, request, { id, asked, named, found }),
  };
};

interface Asked {
  readonly id: number;
  readonly asked: AskedChange;
  readonly named: RequestNamed;
  readonly found: Partial<EventFields>;
}

const decideChange = async (
  unit: UnitOfWork,
  calendar: Calendar,
  request: ChangeRequest,
  { id, asked, found, named: { images, tags } }: Asked,
): Promise<EventState> => {
  const { args, principal } = request;
  await unit.expectVersion(event, id, request.ifMatch);
  const before = await unit.load(event, id);
  const { language } = before;
  refuseOtherLanguage(request, language);
  const sent: Partial<EventFields> = {
    ...eventKind.sentFields(args, principal),
    ...sentSchedule(args, before, calendar),
    ...defined<EventFields>({ cost: costOf(args, before.cost), image: images.idOf(args.image), tags: tags.ids() }),
  };
  await requireFreeImportUid(unit, id, sent.importUid);
  const links = await eventLinks({ unit, calendar, principal, language, images, mayPublish: asked.mayPublish }, args);
  return changeItem(unit, calendar, { kind: eventKind, id }, { asked, fields: { ...sent, ...links, ...found } });
};

const askedOf = (calendar: Calendar, { args, principal }: ChangeRequest): AskedChange => ({
  mayPublish: mayPublish(principal, eventKind.type),
  mayEdit: (record) => mayEditItem(principal, eventKind, record),
  slug: args.slug,
  minor: args.i18n_minor_edit,
  ...readPublication(args, calendar, args.timezone || undefined),
});

const LINKS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;

/** Returns the request without the arguments that equal the event's present view. */
const askedOfEvent = async <V extends EventValues>(
  calendar: Calendar,
  request: RestRequest<V>,
  event: EventState,
): Promise<RestRequest<V>> => {
  const { image: _, ...members } = eventMembers(event, eventDisplay(calendar, request));
  const links = await linksUnchanged(calendar, request, event);
  return withoutArgs(request, [...sentUnchanged(request, members), ...links]);
};

const linksUnchanged = async (
  calendar: Calendar,
  request: RestRequest<EventValues>,
  event: EventState,
): Promise<string[]> => {
  const { args, principal } = request;
  if (LINKS.every((name) => args[name] === undefined)) return [];
  const reading = { documents: calendar.documents, principal, display: eventDisplay(calendar, request) };
  const related = (await readRelated(reading, [event])).of(event);
  return unchangedLinks(
    { ...args },
    {
      image: idsOf([related.image ?? []].flat()),
      categories: idsOf(related.categories),
      tags: idsOf(related.tags),
      venue: idsOf(related.venues),
      organizer: idsOf(related.organizers),
    },
  );
};

const idsOf = (shown: readonly object[]): unknown[] => shown.map((each) => (each as { readonly id?: unknown }).id);
