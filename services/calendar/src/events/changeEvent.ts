import type { UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { mayPublish } from '@almanac/identity';
import { forUpdate, type RestRequest, type Values } from '@almanac/rest';
import { refuseOtherLanguage } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../records/authors.ts';
import { type AskedChange, changeRecord } from '../records/changeRecord.ts';
import { type ItemRoutes, itemRoutes } from '../records/itemRoutes.ts';
import { requireNamed } from '../records/recordLookup.ts';
import { recordPermissions } from '../records/recordPermissions.ts';
import { readPublication } from '../records/recordValues.ts';
import { imagesWithin, type RequestImages, requestImages } from '../records/requestImages.ts';
import { mayEditRecord } from '../records/rights.ts';
import { given } from '../records/sharedFields.ts';
import { namingOf } from '../terms/namedTerms.ts';
import { askedOfEvent } from './askedOfEvent.ts';
import { type EventFields, type EventState, event } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { costOf, plainEventFields, sentSchedule } from './eventFields.ts';
import { eventKind } from './eventKind.ts';
import { eventLinks } from './eventLinks.ts';
import { withTags } from './eventTerms.ts';
import { moveImportUid } from './importUids.ts';

const changeArgs = forUpdate(eventArgs);

type ChangeRequest = RestRequest<Values<typeof changeArgs>>;

/** POST, PUT and PATCH are the same. */
export const changeEventRoutes = (calendar: Calendar): ItemRoutes =>
  itemRoutes<Values<typeof changeArgs>>({
    plural: 'events',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes an event.',
    args: changeArgs,
    permission: recordPermissions(calendar.documents, eventKind).update,
    handle: async (request) => {
      const event = await requireNamed(calendar.documents, eventKind, request);
      const asked = await askedOfEvent(calendar, request, event);
      return eventAnswer(calendar, request, await changeEvent(calendar, asked, event.id));
    },
  });

const changeEvent = async (calendar: Calendar, request: ChangeRequest, id: number): Promise<EventState> => {
  const { args } = request;
  await requireAuthor(calendar, args.author);
  const named = [args.image, ...imagesWithin(args.venue), ...imagesWithin(args.organizer)];
  const images = await requestImages(calendar, named, request);
  const asked = askedOf(calendar, request);
  const outcome = await request.commands.run(
    request.context,
    async (unit) => {
      await unit.expectVersion(event, id, request.ifMatch);
      const before = await unit.load(event, id);
      refuseOtherLanguage(request, before.language);
      const naming = namingOf(calendar, before.language);
      return withTags(unit, calendar, { values: args.tags, naming, images }, (deciding, tags) =>
        decide(deciding, calendar, request, { before, asked, images, tags }),
      );
    },
    { lanes: [streamOf(event, id)] },
  );
  return outcome.result;
};

interface Change {
  readonly before: EventState;
  readonly asked: AskedChange;
  readonly images: RequestImages;
  readonly tags: readonly number[] | undefined;
}

const decide = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { args, principal }: ChangeRequest,
  { before, asked, images, tags }: Change,
): Promise<EventState> => {
  const { id, language, importUid } = before;
  const fields: Partial<EventFields> = {
    ...plainEventFields(args, principal),
    ...sentSchedule(args, before, calendar),
    ...given<EventFields>({ cost: costOf(args, before.cost), image: images.idOf(args.image), tags }),
  };
  await moveImportUid(unit, id, { from: importUid, to: fields.importUid });
  const links = await eventLinks({ unit, calendar, principal, language, images, mayPublish: asked.mayPublish }, args);
  return changeRecord(unit, calendar, { kind: eventKind, id }, { asked, fields: { ...fields, ...links } });
};

const askedOf = (calendar: Calendar, { args, principal }: ChangeRequest): AskedChange => ({
  mayPublish: mayPublish(principal, eventKind.type),
  mayEdit: (record) => mayEditRecord(principal, eventKind, record),
  slug: args.slug,
  ...readPublication(args, calendar, args.timezone || undefined),
});
