import { streamOf } from '@almanac/domain';
import { boolean, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { trashNotSupported } from '../deletion.ts';
import { post } from '../posts/post.ts';
import { postDecider } from '../posts/postCommands.ts';
import { autosaveId } from './autosave.ts';
import { autosaveDecider } from './autosaveCommands.ts';
import { idArg, parentArg, revisionOf } from './readRevisions.ts';
import { checkDelete } from './revisionAccess.ts';
import { presentRevision } from './revisionView.ts';

export const deleteRevision = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts/{parent:\\d+}/revisions/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a revision.',
    args: {
      parent: parentArg,
      id: idArg,
      force: boolean({ default: false, description: 'Must be true: revisions have no trash.' }),
    },
    permission: (request) => checkDelete(core, request),
    handle: async (request) => {
      const revision = await revisionOf(core, request);
      if (!request.args.force) throw trashNotSupported();
      const { parent, id, author, autosave } = revision;
      await request.commands.run(
        request.context,
        async (unit) => {
          if (autosave) await unit.decide(autosaveDecider, autosaveId(parent, author), { type: 'Delete' }, undefined);
          else await unit.decide(postDecider, parent, { type: 'DeleteRevision', revision: id }, undefined);
        },
        { lanes: [streamOf(post, parent)] },
      );
      return { body: { deleted: true, previous: presentRevision(request, revision, 'view', false) } };
    },
  });
