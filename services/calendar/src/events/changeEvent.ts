import type { UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { mayPublish } from '@almanac/identity';
import { forUpdate, type RestRequest, type Values } from '@almanac/rest';
import { refuseOtherLanguage } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../records/authors.ts';
import { type ItemRoutes, itemRoutes } from '../records/itemRoutes.ts';
import { makeFirst } from '../records/makeFirst.ts';
import { requireNamed } from '../records/recordLookup.ts';
import { recordPermissions } from '../records/recordPermissions.ts';
import { readPublication } from '../records/recordValues.ts';
import { type AskedChange, changeRecord } from '../records/recordWriting.ts';
import { mayEditRecord } from '../records/rights.ts';
import { given } from '../records/sharedFields.ts';
import { askedOfEvent } from './askedOfEvent.ts';
import { type EventFields, type EventState, event } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventArgs } from './eventArgs.ts';
import { costOf, plainEventFields, sentSchedule } from './eventFields.ts';
import { eventKind } from './eventKind.ts';
import { eventLinks } from './eventLinks.ts';
import { requireFreeImportUid } from './importUids.ts';
import { type RequestNamed, requestNamed } from './requestNamed.ts';

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
      return eventAnswer(calendar, request, await changeEvent(calendar, asked, event));
    },
  });

const changeEvent = async (
  calendar: Calendar,
  request: ChangeRequest,
  { id, language }: EventState,
): Promise<EventState> => {
  await requireAuthor(calendar, request.args.author);
  const asked = askedOf(calendar, request);
  const named = await requestNamed(calendar, request, language);
  const decide = (unit: UnitOfWork) => decideChange(unit, calendar, request, { id, asked, named });
  await makeFirst(request, named, decide);
  return (await request.commands.run(request.context, decide, { lanes: [streamOf(event, id)] })).result;
};

interface Asked {
  readonly id: number;
  readonly asked: AskedChange;
  readonly named: RequestNamed;
}

const decideChange = async (
  unit: UnitOfWork,
  calendar: Calendar,
  request: ChangeRequest,
  { id, asked, named: { images, tags } }: Asked,
): Promise<EventState> => {
  const { args, principal } = request;
  await unit.expectVersion(event, id, request.ifMatch);
  const before = await unit.load(event, id);
  const { language } = before;
  refuseOtherLanguage(request, language);
  const sent: Partial<EventFields> = {
    ...plainEventFields(args, principal),
    ...sentSchedule(args, before, calendar),
    ...given<EventFields>({ cost: costOf(args, before.cost), image: images.idOf(args.image), tags: tags.ids() }),
  };
  await requireFreeImportUid(unit, id, sent.importUid);
  const links = await eventLinks({ unit, calendar, principal, language, images, mayPublish: asked.mayPublish }, args);
  return changeRecord(unit, calendar, { kind: eventKind, id }, { asked, fields: { ...sent, ...links } });
};

const askedOf = (calendar: Calendar, { args, principal }: ChangeRequest): AskedChange => ({
  mayPublish: mayPublish(principal, eventKind.type),
  mayEdit: (record) => mayEditRecord(principal, eventKind, record),
  slug: args.slug,
  ...readPublication(args, calendar, args.timezone || undefined),
});
