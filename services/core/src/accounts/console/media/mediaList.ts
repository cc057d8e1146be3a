import { listMediaOfCore } from '@almanac/contracts';
import { type Html, html, type Piece, plain } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { mediaView as view } from '../../sign-in/consoleViews.ts';
import { askAs, totalOf } from '../askAs.ts';
import { hiddenFields, pageSteps, viewAddress, windowIn } from '../consoleForms.ts';
import { consoleAnswer, refused } from '../consoleFrame.ts';
import { encodingOf, fieldOf } from '../writing/fields.ts';
import { type Field, NOTHING } from '../writing/form.ts';
import { isPicture, pictureOf, sizeText } from './mediaTexts.ts';

type Listed = ReturnType<typeof listMediaOfCore.parseAnswer>[number];

const LONGEST_SEARCH = 200;

/** The kinds in the filter, with their names in the interface. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['pictures', 'image'],
  ['sound', 'audio'],
  ['films', 'video'],
  ['documents', 'text,application'],
]);

/** Returns the filters of a request; drops unknown values. */
const filtersIn = (page: SignedIn) => {
  const kind = parameter(page, 'kind');
  return { kind: KINDS.has(kind) ? kind : '', search: parameter(page, 'search').slice(0, LONGEST_SEARCH) };
};

type Filters = ReturnType<typeof filtersIn>;

interface Said {
  readonly above?: Piece;
  readonly status?: number;
  /** The reason why a file was refused. */
  readonly fault?: string;
}

/** Shows the pictures and files that the user may change, newest first, and the form for a new one. */
export const mediaList = async (page: SignedIn, said: Said = {}): Promise<RestResponse> => {
  const { above, status = 200, fault } = said;
  const { text } = page.renderContext;
  const filters = filtersIn(page);
  const found = await askAs(page, listMediaOfCore, {
    send: {
      context: 'edit',
      status: 'inherit,private',
      ...(filters.kind !== '' && { media_type: KINDS.get(filters.kind) }),
      ...(filters.search !== '' && { search: filters.search }),
      ...windowIn(page),
    },
  });
  if (found.refused !== undefined) return refused(page, view, found.refused);
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const list = html`<ul class="plain media">
${found.body.map((medium) => item(page, medium))}</ul>
${pageSteps(page, view, totalOf(found), query)}`;
  const main = html`${above}${uploadForm(page, fault)}${filterForm(page, filters)}${
    found.body.length === 0 ? html`<p>${text('There are no such pictures or files.')}</p>` : list
  }`;
  return consoleAnswer(page, view, main, { status, query: new URLSearchParams(query).toString() });
};

/** Renders the form for an upload; the fault of a refused file is shown next to the field. */
const uploadForm = (page: SignedIn, fault: string | undefined): Html => {
  const { text } = page.renderContext;
  const field: Field = {
    name: 'file',
    label: text('A picture or file to upload'),
    hint: text('What it shows is written next. Pictures are stored in several sizes.'),
    control: 'file',
  };
  const faults = new Map(fault === undefined ? [] : [[field.name, fault]]);
  return html`<form class="write" method="post" action="${viewAddress(page, view)}"${encodingOf([field])}>
${hiddenFields(page, { action: 'upload' })}${fieldOf(field, { form: NOTHING, faults })}<p><button type="submit">${text('Upload')}</button></p>
</form>
`;
};

const filterForm = (page: SignedIn, filters: Filters): Html => {
  const { text } = page.renderContext;
  const labels: readonly (readonly [string, string])[] = [
    ['', text('everything')],
    ['pictures', text('pictures')],
    ['documents', text('documents')],
    ['sound', text('sound')],
    ['films', text('films')],
  ];
  const option = ([value, label]: readonly [string, string]) =>
    html`<option value="${value}"${value === filters.kind && html` selected`}>${label}</option>\n`;
  return html`<form class="filters" action="${viewAddress(page, view)}">
<p><label for="search">${text('Words')}</label>
<input id="search" name="search" type="search" value="${filters.search}" maxlength="${LONGEST_SEARCH}"></p>
<p><label for="kind">${text('Kind')}</label>
<select id="kind" name="kind">
${labels.map(option)}</select></p>
<p><button type="submit" class="second">${text('Show')}</button></p>
</form>
`;
};

const item = (page: SignedIn, medium: Listed): Html => {
  const { text } = page.renderContext;
  const name = plain(medium.title.rendered);
  const lacksText = isPicture(medium) && medium.alt_text === '';
  return html`<li>
<a href="${viewAddress(page, view, { id: String(medium.id) })}">${pictureOf(medium, { size: 'thumbnail', alt: '' })}
${name === '' ? text('(without title)') : name}</a>
<p class="soft">${sizeText(page, medium.media_details.filesize)}${lacksText && html` · ${text('without alternative text')}`}</p>
</li>
`;
};
