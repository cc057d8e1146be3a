import { type RestRequest, waitForTurn } from '@almanac/rest';
import {
  displayContent,
  displayExcerpt,
  displayTitle,
  excerptFromContent,
  hasBlocks,
  rememberText,
} from '@almanac/text';
import type { ContentImages } from '../ports.ts';
import type { Post } from './post.ts';

const renderedTitle = rememberText(displayTitle);
const renderedContent = rememberText((content) => displayContent(content));
const generatedExcerpt = rememberText((content) => excerptFromContent(content));

interface RenderContext {
  readonly edits: boolean;
  /** True if content and excerpt may be shown. */
  readonly open: boolean;
  /** Maximum number of words of a generated excerpt; default 55. */
  readonly excerptLength: number | undefined;
  readonly images: ContentImages;
}

/** Returns the texts of posts that no requested member needs; an excerpt may come from the content. */
export const unusedTexts = ({ wants }: Pick<RestRequest, 'wants'>): string[] => [
  ...(wants('content') || wants('excerpt') ? [] : ['content']),
  ...(wants('excerpt') ? [] : ['excerpt']),
];

/**
 * Returns the members `title`, `content` and `excerpt`. Unrequested members are not rendered (docs/interface/server.md
 * §8).
 */
export const postTexts = async (request: Pick<RestRequest, 'wants'>, post: Post, renderContext: RenderContext) => {
  const { edits, open } = renderContext;
  const isProtected = post.password !== '';
  const made = async (member: string, make: () => Promise<string>): Promise<string> => {
    if (!open || !request.wants(member)) return '';
    await waitForTurn(post.content.length + post.excerpt.length);
    return make();
  };
  const raw = (text: string) => (edits ? { raw: text } : {});
  return {
    title: { ...raw(post.title), rendered: renderedTitle(post.title) },
    content: {
      ...raw(post.content),
      rendered: await made('content.rendered', () => contentOf(post, renderContext.images)),
      protected: isProtected,
      ...(edits ? { block_version: hasBlocks(post.content) ? 1 : 0 } : {}),
    },
    excerpt: {
      ...raw(post.excerpt),
      rendered: await made('excerpt.rendered', () =>
        excerptOf(post, renderContext.images, renderContext.excerptLength),
      ),
      protected: isProtected,
    },
  };
};

/** Renders a post's content with the pictures it names. */
export const contentOf = async (
  { id, content }: Pick<Post, 'id' | 'content'>,
  images: ContentImages,
): Promise<string> => {
  const options = images(content, id);
  await displayContent.prepare(content, options);
  return options === undefined ? renderedContent(content) : displayContent(content, options);
};

/** Renders a post's excerpt with the pictures it names, or one from its content. */
export const excerptOf = async (
  { id, excerpt, content }: Pick<Post, 'id' | 'excerpt' | 'content'>,
  images: ContentImages,
  words?: number,
): Promise<string> => {
  const options = images(excerpt, id);
  await displayExcerpt.prepare(excerpt, options);
  const shown = displayExcerpt(excerpt, options);
  if (shown !== '') return shown;
  if (words === undefined) {
    await excerptFromContent.prepare(content);
    return generatedExcerpt(content);
  }
  await excerptFromContent.prepare(content, { words });
  return excerptFromContent(content, { words });
};
