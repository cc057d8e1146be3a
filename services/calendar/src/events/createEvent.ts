import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { mayPublish, userId } from '@almanac/identity';
import { slugScope } from '@almanac/publication';
import { type RestRequest, type Route, route, type Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../records/authors.ts';
import { createdRecord } from '../records/createdRecord.ts';
import { makeFirst } from '../records/makeFirst.ts';
import { translationArgs } from '../records/recordArgs.ts';
import { recordPermissions } from '../records/recordPermissions.ts';
import { newRecordFields, readPublication } from '../records/recordValues.ts';
import { createRecord, type NewRecord } from '../records/recordWriting.ts';
import { given } from '../records/sharedFields.ts';
import { noCost } from './cost.ts';
import { type EventFields, type EventState, event } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { costOf, plainEventFields, sentSchedule } from './eventFields.ts';
import { eventKind } from './eventKind.ts';
import { eventLinks, inheritedTerms } from './eventLinks.ts';
import { requireFreeImportUid } from './importUids.ts';
import { type RequestNamed, requestNamed } from './requestNamed.ts';

const createArgs = { ...eventArgs, ...translationArgs };

type CreateRequest = RestRequest<Values<typeof createArgs>>;

export const createEventRoute = (calendar: Calendar): Route =>
  route({
    namespace: 'cal/events/v1',
    path: '/events',
    methods: ['POST'],
    summary: 'Creates an event.',
    args: createArgs,
    permission: recordPermissions(calendar.documents, eventKind).create,
    handle: async (request) => {
      const made = await createEvent(calendar, request);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
    recover: async (request, commit) => {
      const made = await createdRecord(calendar, eventKind, commit);
      return eventAnswer(calendar, request, made, { status: 201 });
    },
  });

/** Creates an event, with its new venues, organizers and categories in the same commit. */
const createEvent = async (calendar: Calendar, request: CreateRequest): Promise<EventState> => {
  const { args, language } = request;
  await requireAuthor(calendar, args.author);
  const asked = await askedOf(calendar, request);
  const named = await requestNamed(calendar, request, language);
  const decide = (unit: UnitOfWork) => decideCreate(unit, calendar, request, { asked, named });
  await makeFirst(request, named, decide);
  const lanes = [`${slugScope('event', language)}/${slugOf(args.slug || args.title)}`];
  return (await request.commands.run(request.context, decide, { lanes })).result;
};

interface Asked {
  readonly asked: NewRecord;
  readonly named: RequestNamed;
}

const decideCreate = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { args, principal, language }: CreateRequest,
  { asked, named: { images, tags } }: Asked,
): Promise<EventState> => {
  const writing = { unit, calendar, principal, language, images, mayPublish: asked.mayPublish };
  const sent = fieldsOf(calendar, { args, principal });
  await requireFreeImportUid(unit, asked.id, sent.importUid);
  const inherited = await inheritedTerms(writing, args.translation_of);
  const links = await eventLinks(writing, args);
  const chosen = given<EventFields>({ image: images.idOf(args.image), tags: tags.ids() });
  const fields = newRecordFields(event.initialState, { ...inherited, ...sent, ...chosen, ...links });
  return createRecord(unit, calendar, eventKind, { asked, fields });
};

const askedOf = async (calendar: Calendar, { args, principal, language }: CreateRequest): Promise<NewRecord> => ({
  id: await calendar.numbers.next('records'),
  language,
  mayPublish: mayPublish(principal, eventKind.type),
  slug: args.slug,
  translationOf: args.translation_of,
  ...readPublication(args, calendar, args.timezone || undefined),
});

/** A translation takes place when its source does. */
const fieldsOf = (
  calendar: Calendar,
  { args, principal }: Pick<CreateRequest, 'args' | 'principal'>,
): Partial<EventFields> => ({
  author: userId(principal),
  ...plainEventFields(args, principal),
  ...(args.translation_of === undefined && sentSchedule(args, undefined, calendar)),
  cost: costOf(args, noCost) ?? noCost,
});
