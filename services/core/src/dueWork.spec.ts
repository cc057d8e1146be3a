import { publishAllDue, publishDueContent } from '@almanac/content-model';
import { eventSourcingErrors } from '@almanac/event-sourcing';
import { type Post, posts } from './posts/post.ts';
import { postKind } from './posts/postKind.ts';
import { createPost, siteOf, writtenPosts } from './posts/postWriting.ts';
import { context, coreUnderTest } from './testing.contract.ts';

describe('scheduled posts whose time has come', () => {
  it('are published though an earlier one cannot be, whose failure is reported afterwards', async () => {
    const core = coreUnderTest();
    const site = siteOf(core);
    const ids: number[] = [];
    for (const wallClock of ['2026-05-01 13:00:00', '2026-05-01 14:00:00']) {
      const date = { wallClock, instant: Date.parse(`${wallClock.replace(' ', 'T')}Z`) };
      const asked = { author: 1, language: 'en', translationOf: undefined, mayTranslate: () => true };
      const { result } = await core.commands.run(context(), (unit) =>
        createPost(unit, core, site, { ...asked, title: wallClock, status: 'publish', date }),
      );
      ids.push(result.id);
    }
    core.advance(3 * 60 * 60 * 1_000);
    const publishing = publishAllDue(core, {
      ...postKind,
      publish: async (unit, id) => {
        // a newer release has written an event of the first post that this one does not know
        if (id === ids[0])
          throw eventSourcingErrors.unknownEventType({ data: { type: 'PostPinned', stream: `post-${id}` } });
        await publishDueContent(unit, writtenPosts, site, id);
      },
    });
    await expect(publishing).rejects.toMatchObject({ code: 'rest_unknown_event' });
    const found = await core.documents.getMany<Post>(posts, ids);
    expect(found.map(({ status }) => status)).toEqual(['future', 'publish']);
  });
});
