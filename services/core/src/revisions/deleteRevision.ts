import { streamOf, type UnitOfWork, type VersionCondition } from '@almanac/event-sourcing';
import { boolean, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { post } from '../posts/post.ts';
import { postDecider } from '../posts/postCommands.ts';
import { variants } from '../posts/postVariant.ts';
import type { Revision } from '../posts/revision.ts';
import { autosave, autosaveId } from './autosave.ts';
import { autosaveDecider } from './autosaveCommands.ts';
import { idArg, parentArg, revisionOf, revisionVersion } from './readRevisions.ts';
import { checkDelete } from './revisionAccess.ts';
import { revisionAnswers } from './revisionSchema.ts';
import { renderRevision } from './revisionView.ts';

/** @throws DomainError 404 if it is already deleted, 412 if `If-Match` requires another version */
const remove = async (unit: UnitOfWork, condition: VersionCondition | undefined, revision: Revision): Promise<void> => {
  const { id, parent, author } = revision;
  if (revision.autosave) {
    await unit.expectVersion(autosave, autosaveId(parent, author), condition);
    await unit.decide(autosaveDecider, autosaveId(parent, author), { type: 'Delete' }, undefined);
    return;
  }
  if (!(await unit.load(post, parent)).revisions.includes(id)) throw coreErrors.unknownRevision();
  condition?.require(revisionVersion(revision));
  await unit.decide(postDecider, parent, { type: 'DeleteRevision', revision: id }, undefined);
};

/** Only revisions of posts can be deleted (docs/interface/core-pages.md §4). */
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
    answers: revisionAnswers.remove,
    permission: (request) => checkDelete(core, request),
    handle: async (request) => {
      const revision = await revisionOf(core, request);
      if (!request.args.force) throw coreErrors.trashNotSupported();
      const { parent } = revision;
      await request.commands.run(request.context, (unit) => remove(unit, request.ifMatch, revision), {
        mutexKeys: [streamOf(post, parent)],
      });
      const previous = await renderRevision(
        { core, request, variant: variants.post, context: 'view', links: false },
        revision,
      );
      return { body: { deleted: true, previous } };
    },
  });
