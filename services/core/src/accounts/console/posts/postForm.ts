import type { listCategoriesOfCore } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { postsView as view } from '../../sign-in/consoleViews.ts';
import { hiddenFields, viewAddress } from '../consoleForms.ts';
import { historyLink } from '../history/recordChooser.ts';
import { fieldOf } from '../writing/fields.ts';
import type { Option } from '../writing/form.ts';
import { statusesFor } from '../writing/statuses.ts';

/** A post as its form shows it. */
export interface PostForm {
  /** Empty for a new one. */
  readonly id: string;
  /** What it was changed from, so that nobody's change in between is lost. */
  readonly etag: string;
  readonly title: string;
  readonly content: string;
  readonly status: string;
  readonly categories: readonly number[];
  /** The id of its picture; empty for none. */
  readonly picture: string;
  /** On the site's clocks; empty for now. */
  readonly date: string;
  /** As the form came; a date that is still the same is not sent. */
  readonly dateBefore: string;
}

export const newPost: PostForm = {
  id: '',
  etag: '',
  title: '',
  content: '',
  status: 'draft',
  categories: [],
  picture: '',
  date: '',
  dateBefore: '',
};

/** A category that can be chosen. */
export type Category = ReturnType<typeof listCategoriesOfCore.parseAnswer>[number];

/** A post to write: everything that was typed stays where something is refused. */
export const postForm = (
  page: SignedIn,
  form: PostForm,
  { categories, pictures }: { readonly categories: readonly Category[]; readonly pictures: readonly Option[] },
): Html => {
  const { text } = page.renderContext;
  const { id, etag, dateBefore } = form;
  const zone = page.core.settings.current().timezone;
  return html`<form class="write" method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, { id, etag, date_before: dateBefore })}<p><label for="title">${text('Title')}</label>
<input id="title" name="title" value="${form.title}" maxlength="1000"></p>
<p><label for="text">${text('Text')}</label>
<textarea id="text" name="content" rows="16">
${form.content}</textarea></p>
<fieldset class="boxes"><legend>${text('Categories')}</legend>
${categories.map(({ id: category, name }) => box(category, name, form.categories.includes(category)))}</fieldset>
${unlisted(form, categories)}${pictureField(page, form, pictures)}<p><label for="date">${text('Date, on the clocks of {zone}', { zone })}</label>
<input id="date" name="date" type="datetime-local" step="1" value="${form.date}" aria-describedby="date-hint">
<br><span class="soft" id="date-hint">${text('Left empty, it is the moment of publishing; one that is to come publishes the post then.')}</span></p>
<p><label for="status">${text('State')}</label>
<select id="status" name="status">
${statusesFor(page, 'post', form.status).map((each) => statusOption(each, form.status))}</select></p>
<p class="choices"><button type="submit">${text('Save')}</button>
<a href="${viewAddress(page, view)}">${text('All posts')}</a>${id !== '' && [previewLink(page, id), historyLink(page, { kind: 'post', id })]}</p>
</form>
`;
};

/** The post as it will look, as it was saved last. */
const previewLink = ({ renderContext: { baseUrl, text } }: SignedIn, id: string): Html =>
  html`
<a href="${baseUrl}/?p=${id}&amp;preview=true">${text('Preview')}</a>`;

const box = (id: number, name: string, isChosen: boolean): Html =>
  html`<label><input type="checkbox" name="categories[]" value="${id}"${isChosen && html` checked`}> ${name}</label>\n`;

const pictureField = (
  { renderContext: { text } }: SignedIn,
  { picture }: PostForm,
  pictures: readonly Option[],
): Html =>
  fieldOf(
    {
      name: 'picture',
      label: text('Picture'),
      control: 'choice',
      options: [{ value: '', label: text('none') }, ...pictures],
    },
    { form: new Map([['picture', picture]]), faults: new Map() },
  );

/** What a post is in and the form does not show: it stays in them. */
const unlisted = (form: PostForm, categories: readonly Category[]): Html[] => {
  const listed = new Set(categories.map(({ id }) => id));
  return form.categories
    .filter((id) => !listed.has(id))
    .map((id) => html`<input type="hidden" name="categories[]" value="${id}">\n`);
};

const statusOption = ({ value, label }: Option, current: string): Html =>
  html`<option value="${value}"${value === current && html` selected`}>${label}</option>\n`;
