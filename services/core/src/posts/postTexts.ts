import { displayTitle, paragraphs, typographic } from '@almanac/content';
import type { RestRequest } from '@almanac/rest';
import type { Post } from './post.ts';

interface Showing {
  readonly edits: boolean;
  /** Whether content and excerpt may be shown. */
  readonly open: boolean;
  readonly excerptLength: number | undefined;
}

const BLOCK_MARK = '<!-- core:';

/** The members `title`, `content` and `excerpt`; what nobody asks for is not made (core-server.md §8). */
export const postTexts = (request: Pick<RestRequest, 'wants'>, post: Post, { edits, open }: Showing) => {
  const isProtected = post.password !== '';
  const made = (member: string, make: () => string): string => (open && request.wants(member) ? make() : '');
  const raw = (text: string) => (edits ? { raw: text } : {});
  const rendered = made('content.rendered', () => paragraphs(typographic(post.content)));
  const excerpt = made('excerpt.rendered', () => paragraphs(typographic(post.excerpt || post.content)));
  return {
    title: { ...raw(post.title), rendered: displayTitle(post.title) },
    content: {
      ...raw(post.content),
      rendered,
      protected: isProtected,
      ...(edits ? { block_version: post.content.includes(BLOCK_MARK) ? 1 : 0 } : {}),
    },
    excerpt: { ...raw(post.excerpt), rendered: excerpt, protected: isProtected },
  };
};
