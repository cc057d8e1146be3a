import { type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import type { PostVariant } from '../posts/postVariant.ts';
import { autosavesOf, revisionById } from '../posts/readModels/revisionList.ts';
import { contextArg } from '../requestArgs.ts';
import { renderAutosave, renderAutosaves } from './autosaveView.ts';
import { idArg, parentArg, revisionVersion } from './readRevisions.ts';
import { checkRead, parentOf } from './revisionAccess.ts';
import { autosaveSchema, revisionAnswers } from './revisionSchema.ts';

export const readAutosaves = (core: Core, variant: PostVariant): Route[] => [
  listRoute(core, variant),
  itemRoute(core, variant),
];

const listRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{id:\\d+}/autosaves`,
    methods: ['GET'],
    summary: variant.summaries.autosaves,
    args: { parent: parentArg, context: contextArg },
    answers: revisionAnswers.listAutosaves,
    schema: autosaveSchema.published,
    permission: (request) => checkRead(core, request, { ...variant, capture: 'id' }),
    handle: async (request) => {
      const post = await parentOf(core, request, { ...variant, capture: 'id' });
      const found = await autosavesOf(core.documents, [post.id]);
      const { context } = request.args;
      return { body: await renderAutosaves(core, request, { post, context }, found) };
    },
  });

const itemRoute = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{parent:\\d+}/autosaves/{id:\\d+}`,
    methods: ['GET'],
    summary: variant.hierarchical ? 'Reads an autosave of a page.' : 'Reads an autosave.',
    args: { parent: parentArg, id: idArg, context: contextArg },
    answers: revisionAnswers.readAutosave,
    schema: autosaveSchema.published,
    permission: (request) => checkRead(core, request, variant),
    handle: async (request) => {
      const post = await parentOf(core, request, variant);
      const autosave = await revisionById(core.documents, Number(request.captures.id));
      if (autosave === undefined || !autosave.autosave || autosave.parent !== post.id)
        throw coreErrors.unknownAutosave();
      const { context } = request.args;
      return {
        body: await renderAutosave(core, request, { autosave, post, context }),
        version: revisionVersion(autosave),
      };
    },
  });
