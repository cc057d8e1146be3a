import { recordVersion } from '@almanac/event-sourcing';
import { userId } from '@almanac/identity';
import { forUpdate, type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { changeRecord } from '../changeRecord.ts';
import type { Core } from '../core.ts';
import { type Post, post as postAggregate } from '../posts/post.ts';
import { checkEdit, postOf } from '../posts/postAccess.ts';
import { writeArgsOf } from '../posts/postArgs.ts';
import type { PostVariant } from '../posts/postVariant.ts';
import { changePost, siteOf, siteOfRequest } from '../posts/postWriting.ts';
import { type PostInput, requestedPost, type WriteRequest } from '../posts/requestedPost.ts';
import { validatePost } from '../posts/validatePost.ts';
import { checkMembers, checkStatus } from '../posts/writePosts.ts';
import { type AutosaveTexts, autosave as aggregate, autosaveId, revisionOf } from './autosave.ts';
import { renderAutosave, renderDraft } from './autosaveView.ts';
import { parentArg, revisionVersion } from './readRevisions.ts';
import { revisionAnswers } from './revisionSchema.ts';
import { saveAutosave } from './saveAutosave.ts';

export const writeAutosave = (core: Core, variant: PostVariant): Route =>
  route({
    namespace: 'core/v2',
    path: `/${variant.base}/{id:\\d+}/autosaves`,
    methods: ['POST'],
    summary: variant.hierarchical ? 'Saves the page that is being written.' : 'Saves what is being written.',
    args: { parent: parentArg, ...forUpdate(writeArgsOf(variant)) },
    answers: revisionAnswers.saveAutosave,
    permission: async (request) => {
      checkEdit(request, await postOf(core, request, variant));
      checkMembers(request, variant);
      return true;
    },
    handle: async (request) => {
      const post = await postOf(core, request, variant);
      checkStatus(request, post);
      const input = await validatePost(core, request, await requestedPost(core, request, variant), {
        variant,
        before: post,
      });
      return isOwnDraft(request, post)
        ? saveDraft(core, request, { post, input })
        : save(core, request, { post, input });
    },
  });

interface Saving {
  readonly post: Post;
  readonly input: PostInput;
}

/** True for a draft of the caller, which is changed directly (docs/interface/core-revisions.md §6, case 4). */
const isOwnDraft = ({ principal }: RestRequest<unknown>, { status, author }: Post): boolean =>
  status === 'draft' && author !== 0 && author === userId(principal);

const saveDraft = async (core: Core, request: WriteRequest, { post, input }: Saving): Promise<RestResponse> => {
  const { meta: _, ...plain } = input;
  const { id } = post;
  const saved = await changeRecord(request, postAggregate, id, (unit) =>
    changePost(unit, core, siteOfRequest(core, request), { id, input: plain, revises: false }),
  );
  return { body: await renderDraft(core, request, saved), version: recordVersion(postAggregate, saved) };
};

/** Returns the members of an input that an autosave stores. */
const textsOf = ({ title, content, excerpt, meta }: PostInput): Partial<AutosaveTexts> => ({
  ...(title === undefined ? {} : { title }),
  ...(content === undefined ? {} : { content }),
  ...(excerpt === undefined ? {} : { excerpt }),
  ...(meta?.footnotes === undefined ? {} : { footnotes: String(meta.footnotes ?? '') }),
});

const save = async (core: Core, request: RestRequest<unknown>, { post, input }: Saving): Promise<RestResponse> => {
  const author = userId(request.principal);
  const command = { post: post.id, author, texts: textsOf(input) };
  const saved = revisionOf(
    await changeRecord(request, aggregate, autosaveId(post.id, author), (unit) =>
      saveAutosave(unit, core, siteOf(core), command),
    ),
  );
  const body = await renderAutosave(core, request, { autosave: saved, post, context: 'edit' });
  return { body, version: revisionVersion(saved) };
};
