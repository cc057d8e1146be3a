import { streamOf } from '@almanac/domain';
import type { RestRequest, RestResponse } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { passwordArgs } from './itemArgs.ts';
import { type ItemRoutes, itemRoutes } from './itemRoutes.ts';
import type { RecordFields, RecordState } from './record.ts';
import type { RecordKind } from './recordKind.ts';
import { requireNamed } from './recordLookup.ts';
import { recordPermissions } from './recordPermissions.ts';

import { trashRecord } from './recordWriting.ts';

interface TrashOptions<State> {
  readonly summary: string;
  answer(request: RestRequest, state: State): Promise<RestResponse>;
}

/** Putting a record into the trash; a second time is 410. */
export const trashRoutes = <Fields extends RecordFields>(
  calendar: Calendar,
  kind: RecordKind<Fields>,
  { summary, answer }: TrashOptions<RecordState & Fields>,
): ItemRoutes =>
  itemRoutes({
    plural: kind.plural,
    methods: ['DELETE'],
    summary,
    args: passwordArgs,
    permission: recordPermissions(calendar.documents, kind).remove,
    handle: async (request: RestRequest) => {
      const { id } = await requireNamed(calendar.documents, kind, request);
      const outcome = await request.commands.run(
        request.context,
        async (unit) => {
          await unit.expectVersion(kind.aggregate, id, request.ifMatch);
          return trashRecord(unit, calendar, { kind, id });
        },
        { lanes: [streamOf(kind.aggregate, id)] },
      );
      return answer(request, outcome.result);
    },
  });
