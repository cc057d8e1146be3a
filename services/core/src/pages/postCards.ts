import { permalinkOf } from '@almanac/contracts';
import { isoLocal } from '@almanac/dates';
import {
  dayText,
  foreignAttributes,
  type Html,
  html,
  languageLabel,
  type RenderContext,
  trusted,
} from '@almanac/pages';
import { viewsOf, waitForTurn } from '@almanac/rest';
import type { Core } from '../core.ts';
import { contentImages } from '../media/contentImages.ts';
import type { ContentImages } from '../ports.ts';
import type { Post } from '../posts/post.ts';
import { excerptOf } from '../posts/postTexts.ts';
import { pageTitle } from './postTitle.ts';

/** Loads the pictures shown in the excerpts of posts. */
export const imagesOfExcerpts = (
  { documents }: Pick<Core, 'documents'>,
  posts: readonly Post[],
  renderContext: RenderContext,
) =>
  contentImages(
    documents,
    renderContext.baseUrl,
    posts.map(({ id, excerpt }) => ({ id, texts: [excerpt] })),
  );

/** Renders a post's excerpt; empty for a protected post. */
export const openExcerptOf = async (post: Post, images: ContentImages): Promise<string> => {
  if (post.password !== '') return '';
  await waitForTurn(post.excerpt.length + post.content.length);
  return excerptOf(post, images);
};

interface Cards {
  readonly renderContext: RenderContext;
  readonly images: ContentImages;
  readonly thumbnailOf: (post: Post) => Html | undefined;
}

const card = async (post: Post, { renderContext, images, thumbnailOf }: Cards): Promise<Html> => {
  const foreign = foreignAttributes(post.language, renderContext);
  const excerpt = trusted(await openExcerptOf(post, images));
  return html`<li class="card"><article>
<h2><a href="${renderContext.baseUrl}${permalinkOf(post, renderContext.site)}"${foreign}>${pageTitle(post, renderContext)}</a>${languageLabel(post.language, renderContext)}</h2>
<p class="soft"><time datetime="${isoLocal(post.date)}">${dayText(post.date, renderContext)}</time></p>
${foreign === false ? excerpt : html`<div${foreign}>${excerpt}</div>`}</article>${thumbnailOf(post)}</li>
`;
};

/** Renders the posts of a list. */
export const postCards = async (posts: readonly Post[], cards: Cards): Promise<Html> =>
  posts.length === 0
    ? html`<p>${cards.renderContext.text('There are no posts yet.')}</p>`
    : html`<ul class="cards">
${await viewsOf(posts, (post) => card(post, cards))}</ul>`;
