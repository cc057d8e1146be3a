import { isoLocal } from '@almanac/dates';
import { dayText, type Html, html, inline, listOf, withProviderCards } from '@almanac/pages';
import { waitForTurn } from '@almanac/rest';
import { authorAddress } from '../addresses.ts';
import { contentImages } from '../media/contentImages.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { readTermsOf } from '../posts/postTerms.ts';
import { contentOf } from '../posts/postTexts.ts';
import { type Taxonomy, type Term, taxonomies } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';
import { featuredFigure } from './featuredFigure.ts';
import { pageTitle } from './postTitle.ts';
import { withContents } from './tableOfContents.ts';

/** Renders the line below the title: date and author. */
const byline = async ({ core, renderContext }: PageContext, post: Post): Promise<Html> => {
  const author = await core.accounts.find(post.author);
  const link =
    author &&
    html` · <a rel="author" href="${authorAddress(renderContext.baseUrl, author.slug)}">${inline(author.name)}</a>`;
  return html`<p class="soft"><time datetime="${isoLocal(post.date)}">${dayText(post.date, renderContext)}</time>${link}</p>`;
};

/** Renders a post for its page. */
export const postArticle = async (context: PageContext, post: Post): Promise<Html> => {
  const { core, renderContext } = context;
  const item = { id: post.id, texts: [post.content] };
  const [termsOf, images] = await Promise.all([
    readTermsOf(core.documents, [post]),
    contentImages(core.documents, renderContext.baseUrl, [item]),
  ]);
  await waitForTurn(post.content.length);
  const content = await contentOf(post, images);
  await waitForTurn(content.length);
  return html`<article>
<h1>${pageTitle(post, renderContext)}</h1>
${post.type === 'post' && (await byline(context, post))}
${await featuredFigure(context, post)}${withContents(withProviderCards(content, renderContext), renderContext)}
${await termLinks(context, (taxonomy) => termsOf(post, taxonomy))}</article>`;
};

const LABELS: Readonly<Record<Taxonomy['slug'], string>> = { category: 'Categories', post_tag: 'Tags' };

/** Renders the terms of a post as links, one line for each taxonomy with terms. */
const termLinks = async (
  { core, renderContext }: PageContext,
  termsOf: (taxonomy: Taxonomy) => readonly Term[],
): Promise<Html[]> =>
  Promise.all(
    taxonomies
      .filter((taxonomy) => termsOf(taxonomy).length > 0)
      .map(async (taxonomy) => {
        const terms = termsOf(taxonomy);
        const pathOf = await termPaths(core, taxonomy, terms);
        const links = terms.map(
          (term) => html`<a href="${renderContext.baseUrl}${pathOf(term)}">${inline(term.name)}</a>`,
        );
        return html`<p class="soft">${renderContext.text(LABELS[taxonomy.slug])}: ${listOf(links, renderContext)}</p>\n`;
      }),
  );
