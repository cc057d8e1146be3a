import { slugScope } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { mayPublish, userId } from '@almanac/identity';
import { type RestRequest, type Route, route, type Values } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../content-items/authors.ts';
import { createdItem } from '../content-items/itemLookup.ts';
import { itemPermissions, mayEditItem } from '../content-items/itemRights.ts';
import { createItem, type NewItem } from '../content-items/itemWriting.ts';
import { makeFirst } from '../content-items/makeFirst.ts';
import { readPublication } from '../content-items/publicationValues.ts';
import { defined, translationArgs } from '../requestArgs.ts';
import { noCost } from './cost.ts';
import { type EventFields, type EventState, eventKind, requireFreeImportUid } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { eventLinks, inheritedTerms, type RequestNamed, requestNamed } from './eventLinks.ts';
import { eventAnswers } from './eventSchema.ts';
import { costOf, type EventValues, sentSchedule } from './eventValues.ts';

const createArgs = { ...eventArgs, ...translationArgs };

/** The values that a client sends for a new event. */
export type NewEventValues = EventValues &
  Pick<Values<typeof createArgs>, 'title'> & { readonly translation_of?: number | undefined };

type CreateRequest = RestRequest<NewEventValues>;

export const createEventRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'cal/events/v1',
    path: '/events',
    methods: ['POST'],
    summary: 'Creates an event.',
    args: createArgs,
    answers: eventAnswers.create,
    permission: itemPermissions(calendar.documents, eventKind).create,
    handle: async (request) => {
      const made = await createEvent(calendar, request);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
    recover: async (request, commit) => {
      const made = await createdItem(calendar, eventKind, commit);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
  });

/** Creates an event from the values of a route; new venues, organizers and categories are in the same commit. */
export const createEvent = async (calendar: Calendar, request: CreateRequest): Promise<EventState> => {
  const { named, decide } = await newEvent(calendar, request);
  await makeFirst(request, named, decide);
  const { args, language } = request;
  const mutexKeys = [`${slugScope('event', language)}/${slugOf(args.slug || args.title)}`];
  return (await request.commands.run(request.context, decide, { mutexKeys })).result;
};

/** An event before it is written: the records that core must create first, and the decision. */
export interface EventWriting {
  readonly named: RequestNamed;
  /** @param found known links, which override the sent ones */
  decide(unit: UnitOfWork, found?: Partial<EventFields>): Promise<EventState>;
}

/**
 * Reads the sent values of a new event, and gathers the facts for its decision.
 * @param named the records of core that the request names, if they are already known
 * @throws DomainError 400
 */
export const newEvent = async (
  calendar: Calendar,
  request: CreateRequest,
  named?: RequestNamed,
): Promise<EventWriting> => {
  const parsed = parse(calendar, request);
  const gathered = await gather(calendar, request, named);
  return {
    named: gathered.named,
    decide: (unit, found = {}) => decideCreate(unit, calendar, request, { ...parsed, ...gathered, found }),
  };
};

interface Parsed {
  readonly asked: Omit<NewItem, 'id'>;
  readonly sent: Partial<EventFields>;
}

/** Converts the sent values to stored form. A translation has the dates of its source. */
const parse = (calendar: Calendar, { args, principal, language }: CreateRequest): Parsed => ({
  asked: {
    language,
    mayPublish: mayPublish(principal, eventKind.type),
    slug: args.slug,
    translationOf: args.translation_of,
    mayTranslate: (source) => mayEditItem(principal, eventKind, source),
    ...readPublication(args, calendar, args.timezone || undefined),
  },
  sent: {
    author: userId(principal),
    ...eventKind.sentFields(args, principal),
    ...(args.translation_of === undefined && sentSchedule(args, undefined, calendar)),
    cost: costOf(args, noCost) ?? noCost,
  },
});

interface Gathered {
  readonly id: number;
  readonly named: RequestNamed;
}

/** Gathers the facts for the decision. @throws DomainError 400 for unknown records or terms */
const gather = async (calendar: Calendar, request: CreateRequest, named?: RequestNamed): Promise<Gathered> => {
  await requireAuthor(calendar, request.args.author);
  return {
    id: await calendar.numbers.next('records'),
    named: named ?? (await requestNamed(calendar, request, request.language)),
  };
};

const decideCreate = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { args, principal, language }: CreateRequest,
  { id, asked, sent, found, named: { images, tags } }: Parsed & Gathered & { readonly found: Partial<EventFields> },
): Promise<EventState> => {
  const writing = { unit, calendar, principal, language, images, mayPublish: asked.mayPublish };
  await requireFreeImportUid(unit, id, sent.importUid);
  const inherited = await inheritedTerms(writing, args.translation_of);
  const links = await eventLinks(writing, args);
  const chosen = defined<EventFields>({ image: images.idOf(args.image), tags: tags.ids() });
  const fields = eventKind.newFields({ ...inherited, ...sent, ...chosen, ...links, ...found });
  return createItem(unit, calendar, eventKind, { asked: { ...asked, id }, fields });
};
