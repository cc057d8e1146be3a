import { displayExcerpt, excerptFromContent } from '@almanac/content';
import { isoLocal } from '@almanac/dates';
import { dayText, type Html, html, type Showing, trusted } from '@almanac/pages';
import type { Post } from '../posts/post.ts';
import { pageTitle } from './postTitle.ts';

/** A post's excerpt as it is displayed; nothing of a protected one. */
export const excerptOf = ({ excerpt, content, password }: Post): string =>
  password === '' ? displayExcerpt(excerpt) || excerptFromContent(content) : '';

const card = (post: Post, showing: Showing): Html => html`<li><article>
<h2><a href="${showing.baseUrl}${post.path}">${pageTitle(post, showing)}</a></h2>
<p class="soft"><time datetime="${isoLocal(post.date)}">${dayText(post.date, showing)}</time></p>
${trusted(excerptOf(post))}</article></li>
`;

/** Posts of a list. */
export const postCards = (posts: readonly Post[], showing: Showing): Html =>
  posts.length === 0
    ? html`<p>${showing.text('There are no posts yet.')}</p>`
    : html`<ul class="cards">
${posts.map((post) => card(post, showing))}</ul>`;
