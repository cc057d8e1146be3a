import { deleteContent, trashContent } from '@almanac/content-model';
import { type Args, boolean, type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields } from '../content-items/contentItem.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { runOnRecord } from '../content-items/itemRoutes.ts';
import { contentSite } from '../content-items/itemWriting.ts';
import { unmarkedIdArgs } from '../requestArgs.ts';
import type { CalxKind } from './kinds.ts';
import { NAMESPACE } from './namespace.ts';

const removeArgs = {
  ...unmarkedIdArgs,
  force: boolean({ description: 'Deletes the record permanently instead of moving it to the trash.', default: false }),
};

/** Another way to remove records of a kind, with arguments of its own. */
interface OwnRemoval {
  readonly args: Args;
  remove(request: RestRequest, force: boolean): Promise<unknown>;
}

/** DELETE trashes a record, or deletes it with `force` (docs/interface/calendar-second-generation.md §8). */
export const removeRoute = <Fields extends ItemFields>(
  calendar: Calendar,
  calx: CalxKind<Fields>,
  own?: OwnRemoval,
): Route => {
  const { kind, summaries } = calx;
  return route({
    namespace: NAMESPACE,
    path: `/${kind.plural}/{id:\\d+}`,
    methods: ['DELETE'],
    summary: summaries.remove,
    args: { ...removeArgs, ...own?.args },
    answers: calx.answers.remove,
    permission: itemPermissions(calendar.documents, kind).remove,
    handle: async (request) => {
      const { force } = request.args;
      if (own !== undefined) {
        await own.remove(request, force === true);
        return { body: [] };
      }
      await runOnRecord(calendar, kind, request, async (unit, id) => {
        if (force) await deleteContent(unit, kind, contentSite(calendar), id);
        else await trashContent(unit, kind, contentSite(calendar), id);
      });
      return { body: [] };
    },
  });
};
