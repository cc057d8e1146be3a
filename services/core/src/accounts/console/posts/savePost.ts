import { changePostOfCore, createPostOfCore, readPostOfCore } from '@almanac/contracts';
import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';
import { numberIn } from '../consoleForms.ts';
import { notice, refusal } from '../consoleFrame.ts';
import { ticked, typed } from '../writing/form.ts';
import type { PostForm } from './postForm.ts';
import { formOf, writing } from './postsPage.ts';

const CHANGED_MEANWHILE = 412;

const sentForm = (page: SignedIn): PostForm => {
  const numbers = ticked(page, 'categories').map(Number);
  return {
    id: String(numberIn(page, 'id') ?? ''),
    etag: parameter(page, 'etag'),
    title: typed(page, 'title'),
    content: typed(page, 'content'),
    status: parameter(page, 'status'),
    picture: String(numberIn(page, 'picture') ?? ''),
    categories: numbers.filter(Number.isSafeInteger),
    date: parameter(page, 'date'),
    dateBefore: parameter(page, 'date_before'),
  };
};

/** Makes or changes a post as the form says; what is refused is said above what was typed. */
export const savePost = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const form = sentForm(page);
  const { title, content, status, categories, picture, date, dateBefore } = form;
  const send = {
    title,
    content,
    status,
    categories: [...categories],
    featured_media: Number(picture),
    ...(date !== '' && date !== dateBefore && { date }),
  };
  const said =
    form.id === ''
      ? await askAs(page, createPostOfCore, { send })
      : await askAs(page, changePostOfCore, { at: { id: form.id }, send, headers: { 'if-match': form.etag || '*' } });
  if (said.refused === undefined) {
    const link = html` <a href="${said.body.link}">${text('Look at it')}</a>`;
    const done = html`<p>${text('The post is saved.')}${said.body.status === 'publish' && link}</p>`;
    return writing(page, formOf(said.body, said.headers), notice(done));
  }
  if (said.refused.status === CHANGED_MEANWHILE) return overtaken(page, form);
  return writing(page, form, refusal(said.refused), said.refused.status);
};

/** Somebody was faster: what was typed stays, and replaces their change if it is sent again. */
const overtaken = async (page: SignedIn, form: PostForm): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const { headers } = await askAs(page, readPostOfCore, { at: { id: form.id }, send: { context: 'edit' } });
  const said = text(
    'Somebody has changed the post meanwhile; nothing was saved. What you wrote is below: saved again, it replaces their change.',
  );
  const above = notice(html`<p>${said}</p>`, true);
  return writing(page, { ...form, etag: headers.get('etag') ?? '' }, above, CHANGED_MEANWHILE);
};
