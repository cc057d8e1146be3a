import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { mayPublish, userId } from '@almanac/identity';
import { type RestRequest, type Route, route, type Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../records/authors.ts';
import { createdRecord } from '../records/createdRecord.ts';
import { createRecord, type NewRecord } from '../records/createRecord.ts';
import { translationArgs } from '../records/recordArgs.ts';
import { recordPermissions } from '../records/recordPermissions.ts';
import { newRecordFields, readPublication } from '../records/recordValues.ts';
import { imagesWithin, type RequestImages, requestImages } from '../records/requestImages.ts';
import { given } from '../records/sharedFields.ts';
import { slugScope } from '../records/slugs.ts';
import { namingOf } from '../terms/namedTerms.ts';
import { noCost } from './cost.ts';
import { type EventFields, type EventState, event } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { costOf, plainEventFields, sentSchedule } from './eventFields.ts';
import { eventKind } from './eventKind.ts';
import { eventLinks, inheritedTerms } from './eventLinks.ts';
import { withTags } from './eventTerms.ts';
import { moveImportUid } from './importUids.ts';

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
  const fields = fieldsOf(calendar, request);
  const named = [args.image, ...imagesWithin(args.venue), ...imagesWithin(args.organizer)];
  const images = await requestImages(calendar, named, request);
  const naming = namingOf(calendar, language);
  const outcome = await request.commands.run(
    request.context,
    (unit) =>
      withTags(unit, calendar, { values: args.tags, naming, images }, (deciding, tags) =>
        decide(deciding, calendar, request, { asked, images, fields: { ...fields, ...given({ tags }) } }),
      ),
    { lanes: [`${slugScope('event', language)}/${slugOf(args.slug || args.title)}`] },
  );
  return outcome.result;
};

interface Decided {
  readonly asked: NewRecord;
  readonly images: RequestImages;
  /** But for the image. */
  readonly fields: Partial<EventFields>;
}

const decide = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { args, principal, language }: CreateRequest,
  { asked, images, fields }: Decided,
): Promise<EventState> => {
  const writing = { unit, calendar, principal, language, images, mayPublish: asked.mayPublish };
  const inherited = await inheritedTerms(writing, args.translation_of);
  await moveImportUid(unit, asked.id, { from: null, to: fields.importUid });
  const links = await eventLinks(writing, args);
  const image = given<EventFields>({ image: images.idOf(args.image) });
  const complete = newRecordFields(event.initialState, { ...inherited, ...fields, ...image, ...links });
  return createRecord(unit, calendar, eventKind, { asked, fields: complete });
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
const fieldsOf = (calendar: Calendar, { args, principal }: CreateRequest): Partial<EventFields> => ({
  author: userId(principal),
  ...plainEventFields(args, principal),
  ...(args.translation_of === undefined && sentSchedule(args, undefined, calendar)),
  cost: costOf(args, noCost) ?? noCost,
});
