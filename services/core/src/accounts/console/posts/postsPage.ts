import { listCategoriesOfCore, listPostsOfCore, readPostOfCore } from '@almanac/contracts';
import { can } from '@almanac/identity';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { postsView as view } from '../../sign-in/consoleViews.ts';
import { askAs, totalOf } from '../askAs.ts';
import { numberIn, pageSteps, viewAddress, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refusal, refused } from '../consoleFrame.ts';
import { momentText } from '../consoleTexts.ts';
import { pictureChoices } from '../writing/choices.ts';
import { statusText } from '../writing/statuses.ts';
import { type Category, newPost, type PostForm, postForm } from './postForm.ts';

type Listed = ReturnType<typeof listPostsOfCore.parseAnswer>[number];
type Post = ReturnType<typeof readPostOfCore.parseAnswer>;

/** Categories in an answer, and answers: a form shows no more than both together. */
const [PER_ANSWER, ANSWERS] = [100, 10];

/** The posts that somebody writes, one of them, or a new one. */
export const showPosts = async (page: SignedIn): Promise<RestResponse> => {
  const id = numberIn(page, 'id');
  if (id !== undefined) return shownPost(page, id);
  return parameter(page, 'action') === 'new' ? writing(page, newPost) : listed(page);
};

const shownPost = async (page: SignedIn, id: number): Promise<RestResponse> => {
  const said = await askAs(page, readPostOfCore, { at: { id }, send: { context: 'edit' } });
  if (said.refused !== undefined) return listed(page, refusal(said.refused), said.refused.status);
  return writing(page, formOf(said.body, said.headers));
};

/** The form of a post that is stored. */
export const formOf = (
  { id, title, content, status, categories, featured_media, date }: Post,
  headers: Headers,
): PostForm => ({
  id: String(id),
  etag: headers.get('etag') ?? '',
  title: title.raw,
  content: content.raw,
  status,
  categories,
  picture: featured_media === 0 ? '' : String(featured_media),
  date: date ?? '',
  dateBefore: date ?? '',
});

/** A post with its form, and what is to be said above it. */
export const writing = async (page: SignedIn, form: PostForm, above?: Piece, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const heading = form.id === '' ? text('Write a post') : text('Change a post');
  const [categories, pictures] = await Promise.all([categoriesIn(page), pictureChoices(page)]);
  const main = html`${above}<h2>${heading}</h2>
${postForm(page, form, { categories, pictures })}`;
  return consoleAnswer(page, view, main, { status, query: form.id === '' ? 'action=new' : `id=${form.id}` });
};

const categoriesIn = async (page: SignedIn): Promise<Category[]> => {
  const found: Category[] = [];
  for (let number = 1; number <= ANSWERS; number++) {
    const said = await askAs(page, listCategoriesOfCore, { send: { page: number, per_page: PER_ANSWER } });
    found.push(...(said.body ?? []));
    if (said.refused !== undefined || found.length >= totalOf(said)) break;
  }
  return found;
};

const listed = async (page: SignedIn, above?: Piece, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const own = can(page.user, 'edit_others_posts') ? {} : { author: page.user.id };
  const send = { context: 'edit', status: 'any', orderby: 'modified', ...own, ...windowIn(page) } as const;
  const said = await askAs(page, listPostsOfCore, { send });
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const nothing = html`<p>${text('There are no posts yet. The first one takes a minute.')}</p>`;
  const list = html`<ul class="cards">
${said.body.map((post) => item(page, post))}</ul>
${pageSteps(page, view, totalOf(said))}`;
  const main = html`${above}<p><a href="${viewAddress(page, view, { action: 'new' })}">${text('Write a post')}</a></p>
${said.body.length === 0 ? nothing : list}`;
  return consoleAnswer(page, view, main, { status });
};

const item = (page: SignedIn, { id, title, status, modified_gmt, link }: Listed): Html => {
  const { text } = page.renderContext;
  const name = title.raw === '' ? text('(without title)') : title.raw;
  return html`<li>
<h2><a href="${viewAddress(page, view, { id: String(id) })}">${name}</a></h2>
<p><span class="tag">${statusText(page, status)}</span> <span class="soft">${text('changed:')} ${momentText(page, `${modified_gmt}Z`)}</span>${status === 'publish' && html` · <a href="${link}">${text('Look at it')}</a>`}</p>
</li>
`;
};
