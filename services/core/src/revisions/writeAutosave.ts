import { streamOf } from '@almanac/domain';
import { userId } from '@almanac/identity';
import { forUpdate, type RestRequest, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { checkWish } from '../posts/checkWish.ts';
import { type Post, post as postAggregate } from '../posts/post.ts';
import { checkEdit, postOf } from '../posts/postAccess.ts';
import { writeArgs } from '../posts/postArgs.ts';
import type { PostWish } from '../posts/postWish.ts';
import { changePost, siteOf, siteOfRequest } from '../posts/postWriting.ts';
import { requestedPost, type WriteRequest } from '../posts/requestedPost.ts';
import type { Revision } from '../posts/revision.ts';
import { checkMembers } from '../posts/writePosts.ts';
import { type AutosaveTexts, autosave, autosaveId, revisionOf } from './autosave.ts';
import { presentAutosave, presentDraft } from './autosaveView.ts';
import { parentArg } from './readRevisions.ts';
import { saveAutosave } from './saveAutosave.ts';

export const writeAutosave = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/posts/{id:\\d+}/autosaves',
    methods: ['POST'],
    summary: 'Saves what is being written.',
    args: { parent: parentArg, ...forUpdate(writeArgs) },
    permission: async (request) => {
      checkEdit(request, await postOf(core, request));
      checkMembers(request);
      return true;
    },
    handle: async (request) => {
      const post = await postOf(core, request);
      const wish = await checkWish(core, request, requestedPost(core, request), post);
      if (isOwnDraft(request, post)) return { body: await saveDraft(core, request, { post, wish }) };
      const saved = await save(core, request, { post, wish });
      return { body: presentAutosave(core, request, { autosave: saved, post, context: 'edit' }) };
    },
  });

interface Saving {
  readonly post: Post;
  readonly wish: PostWish;
}

/** A draft that its own author saves needs no copy (core-posts.md §12.3, case 4). */
const isOwnDraft = ({ principal }: RestRequest<unknown>, { status, author }: Post): boolean =>
  status === 'draft' && author !== 0 && author === userId(principal);

const saveDraft = async (core: Core, request: WriteRequest, { post, wish }: Saving): Promise<object> => {
  const { meta: _, ...plain } = wish;
  const { id } = post;
  const { result } = await request.commands.run(
    request.context,
    (unit) => changePost(unit, core, siteOfRequest(core, request), { id, wish: plain, revises: false }),
    { lanes: [streamOf(postAggregate, id)] },
  );
  return presentDraft(core, request, result);
};

/** What of a wish an autosave keeps. */
const textsOf = ({ title, content, excerpt, meta }: PostWish): Partial<AutosaveTexts> => ({
  ...(title === undefined ? {} : { title }),
  ...(content === undefined ? {} : { content }),
  ...(excerpt === undefined ? {} : { excerpt }),
  ...(meta?.footnotes === undefined ? {} : { footnotes: String(meta.footnotes ?? '') }),
});

const save = async (core: Core, request: RestRequest<unknown>, { post, wish }: Saving): Promise<Revision> => {
  const author = userId(request.principal);
  const command = { post: post.id, author, texts: textsOf(wish) };
  const { result } = await request.commands.run(
    request.context,
    (unit) => saveAutosave(unit, core, siteOf(core), command),
    {
      lanes: [streamOf(autosave, autosaveId(post.id, author))],
    },
  );
  return revisionOf(result);
};
