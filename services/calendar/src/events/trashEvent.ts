import { streamOf } from '@almanac/domain';
import { type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { trashRecord } from '../records/changeRecord.ts';
import { idArgs, passwordArgs, slugArgs } from '../records/itemArgs.ts';
import { requireNamed } from '../records/recordLookup.ts';
import { recordPermissions } from '../records/recordPermissions.ts';
import { event } from './event.ts';
import { eventAnswer } from './eventAnswers.ts';
import { eventKind } from './eventKind.ts';

/** By id and by slug; a second time is 410. */
export const trashEventRoutes = (calendar: Calendar): { readonly byId: Route; readonly bySlug: Route } => {
  const handle = async (request: RestRequest) => {
    const { id } = await requireNamed(calendar.documents, eventKind, request);
    const outcome = await request.commands.run(
      request.context,
      async (unit) => {
        await unit.expectVersion(event, id, request.ifMatch);
        return trashRecord(unit, calendar, { kind: eventKind, id });
      },
      { lanes: [streamOf(event, id)] },
    );
    return eventAnswer(calendar, request, outcome.result);
  };
  const permission = recordPermissions(calendar.documents, eventKind).remove;
  const methods = ['DELETE'] as const;
  const shared = { namespace: 'cal/events/v1', methods, summary: 'Puts an event into the trash.', permission, handle };
  return {
    byId: route({ ...shared, path: '/events/{id:\\d+}', args: { ...idArgs, ...passwordArgs } }),
    bySlug: route({ ...shared, path: '/events/by-slug/{slug}', args: { ...slugArgs, ...passwordArgs } }),
  };
};
