import { readMediumOfCore } from '@almanac/contracts';
import { type Html, html, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { mediaView as view } from '../../sign-in/consoleViews.ts';
import { askAs } from '../askAs.ts';
import { askFirst, hiddenFields, viewAddress } from '../consoleForms.ts';
import { consoleAnswer, refusal } from '../consoleFrame.ts';
import { historyLink } from '../history/recordChooser.ts';
import { type Faults, fieldOf, type ShownForm } from '../writing/fields.ts';
import { typedTitle } from '../writing/writing.ts';
import { mediaList } from './mediaList.ts';
import { isPicture, pictureOf, sizeText } from './mediaTexts.ts';
import { mediumFields, mediumForm, type StoredMedium } from './mediumForm.ts';

/** Reads a picture or file, and its version for `If-Match`. */
export const readMedium = async (page: SignedIn, id: number) => {
  const { body, refused, headers } = await askAs(page, readMediumOfCore, { at: { id }, send: { context: 'edit' } });
  return refused === undefined ? { medium: body, etag: headers.get('etag') ?? '' } : { refused };
};

/** Returns the form of an existing picture or file, or the reason why it is not shown. */
export const shownMedium = async (page: SignedIn, id: number, above?: Piece): Promise<RestResponse> => {
  const { medium, etag, refused } = await readMedium(page, id);
  if (refused !== undefined) return mediaList(page, { above: refusal(refused), status: refused.status });
  const fields = await mediumFields(page, medium);
  return mediumAnswer(page, { medium, etag, fields, form: mediumForm(medium), above });
};

interface Shown extends ShownForm {
  readonly medium: StoredMedium;
}

const NO_FAULTS: Faults = new Map();

/** Returns the page of a picture or file with its form, below a notice. */
export const mediumAnswer = (page: SignedIn, shown: Shown): RestResponse => {
  const { medium, etag, form, fields, faults = NO_FAULTS, above, status = 200 } = shown;
  const { text } = page.renderContext;
  const id = String(medium.id);
  const main = html`${above}<h2>${isPicture(medium) ? text('Change a picture') : text('Change a file')}</h2>
${facts(page, medium)}<form class="write" method="post" action="${viewAddress(page, view)}">
${hiddenFields(page, { id, etag })}${fields.map((field) => fieldOf(field, { form, faults }))}<p class="choices"><button type="submit">${text('Save')}</button>
<a href="${viewAddress(page, view)}">${text('All pictures and files')}</a>
<a href="${medium.link}">${text('Look at it')}</a>
<a href="${viewAddress(page, view, { id, action: 'delete' })}">${text('Delete it')}…</a>${historyLink(page, { kind: 'medium', id })}</p>
</form>
`;
  return consoleAnswer(page, view, main, { status, query: `id=${id}` });
};

/** Renders the unchangeable facts: the file itself, and its address. */
const facts = (page: SignedIn, medium: StoredMedium): Html => {
  const { text } = page.renderContext;
  const { source_url, mime_type, media_details, alt_text } = medium;
  const { width, height, filesize } = media_details;
  const sides = width !== undefined && height !== undefined && ` · ${width} × ${height}`;
  return html`<figure>
<a href="${source_url}" aria-label="${text('The file itself')}">${pictureOf(medium, { size: 'medium', alt: alt_text })}</a>
<figcaption class="soft">${mime_type} · ${sizeText(page, filesize)}${sides}</figcaption>
</figure>
<p><label for="address">${text('Address of the file')}</label>
<input id="address" type="url" value="${source_url}" readonly></p>
`;
};

/** Shows the confirmation to delete a file, with the consequences. */
export const confirmDeletion = async (page: SignedIn, id: number): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const { medium, refused } = await readMedium(page, id);
  if (refused !== undefined) return mediaList(page, { above: refusal(refused), status: refused.status });
  const asked = askFirst(page, view, {
    question: text('Delete “{title}” for good?', { title: typedTitle(medium.title.raw) }),
    consequence: text(
      'The file and its smaller versions are removed; what shows it shows nothing there. This cannot be undone.',
    ),
    label: text('Delete it for good'),
    fields: { id: String(id), action: 'delete' },
  });
  return consoleAnswer(page, view, asked, { query: `id=${id}&action=delete` });
};
