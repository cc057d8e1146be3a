import { changeCategoryOfCalendar, createCategoryOfCalendar } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { eventCategoriesView as view } from '../../sign-in/consoleViews.ts';
import { askAs } from '../askAs.ts';
import { hiddenFields, numberIn, viewAddress } from '../consoleForms.ts';
import { consoleAnswer, notice } from '../consoleFrame.ts';
import { categoryChoices } from './choices.ts';
import { fieldOf } from './fields.ts';
import type { Field, Option } from './form.ts';
import { faultsOf, refusalAbove } from './refusedMembers.ts';

/** The categories of events, each with its name to change, and a new one. */
export const showCategories = (page: SignedIn): Promise<RestResponse> => shown(page);

interface Said {
  readonly above?: Piece;
  readonly status?: number;
  /** The form about a name as it came, where it was refused. */
  readonly form?: Html;
}

const shown = async (page: SignedIn, { above, status = 200, form }: Said = {}): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const options = await categoryChoices(page);
  const chosen = options.find(({ value }) => value === parameter(page, 'id'));
  const item = ({ value, label }: Option) =>
    html`<li><a href="${viewAddress(page, view, { id: value })}">${label}</a></li>\n`;
  const list = html`<ul>
${options.map(item)}</ul>`;
  const main = html`${above}${form ?? nameForm(page, chosen?.value ?? '', { typed: chosen?.label ?? '' })}
<h2>${text('All categories')}</h2>
${options.length === 0 ? html`<p>${text('There are no categories yet.')}</p>` : list}`;
  return consoleAnswer(page, view, main, { status, query: chosen === undefined ? '' : `id=${chosen.value}` });
};

const nameField = ({ renderContext: { text } }: SignedIn): Field => ({
  name: 'name',
  label: text('Name'),
  control: 'line',
});

interface Typed {
  readonly typed: string;
  readonly faults?: ReadonlyMap<string, string>;
}

const nameForm = (page: SignedIn, id: string, { typed, faults = new Map() }: Typed): Html => {
  const { text } = page.renderContext;
  const field = fieldOf(nameField(page), { form: new Map([['name', typed]]), faults });
  return html`<h2>${id === '' ? text('Add a category') : text('Rename a category')}</h2>
<form class="write" method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, { id })}${field}<p class="choices"><button type="submit">${text('Save')}</button>${
    id !== '' && html`\n<a href="${viewAddress(page, view)}">${text('Leave it as it is')}</a>`
  }</p>
</form>
`;
};

/** Makes a category, or gives one another name. */
export const saveCategory = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const [id, name] = [numberIn(page, 'id'), parameter(page, 'name')];
  const { refused } =
    id === undefined
      ? await askAs(page, createCategoryOfCalendar, { send: { name } })
      : await askAs(page, changeCategoryOfCalendar, { at: { id }, send: { name } });
  if (refused === undefined) {
    const above = notice(html`<p>${text('The category is saved.')}</p>`);
    return shown(page, { above, form: nameForm(page, '', { typed: '' }) });
  }
  const form = nameForm(page, String(id ?? ''), { typed: name, faults: faultsOf(page, refused) });
  return shown(page, { above: refusalAbove(page, refused, [nameField(page)]), status: refused.status, form });
};
