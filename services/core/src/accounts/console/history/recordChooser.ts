import { can } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { historyView } from '../../sign-in/consoleViews.ts';
import { isName, viewAddress } from '../consoleForms.ts';

/** The record whose history is shown. */
export interface RecordName {
  readonly kind: string;
  readonly id: string;
}

/** The kinds that the form offers; every other kind of a service can be typed. */
const OFFERED = ['post', 'medium', 'category', 'tag', 'user', 'settings', 'event', 'venue', 'organizer', 'popup'];

const LONGEST_KIND = 100;
const LONGEST_ID = 200;

/** Returns the record that a request names; undefined for none. */
export const recordIn = (page: SignedIn): RecordName | undefined => {
  const [kind, id] = [parameter(page, 'kind'), parameter(page, 'id')];
  return isName(kind, LONGEST_KIND) && isName(id, LONGEST_ID) ? { kind, id } : undefined;
};

/** Returns the address of a record's history. */
export const historyAddress = (
  page: SignedIn,
  record: RecordName,
  more: Readonly<Record<string, string>> = {},
): string => viewAddress(page, historyView, { ...record, ...more });

/** Renders the link to a record's history, for users who may see and restore it. */
export const historyLink = (page: SignedIn, record: RecordName): Html | undefined =>
  can(page.user, historyView.capability)
    ? html`
<a href="${historyAddress(page, record)}">${page.renderContext.text('History')}</a>`
    : undefined;

/** Renders the form for choosing a record. */
export const chooser = (page: SignedIn): Html => {
  const { text } = page.renderContext;
  return html`<form class="filters" action="${viewAddress(page, historyView)}">
<p><label for="kind">${text('Kind of record')}</label>
<input id="kind" name="kind" list="kinds" value="${parameter(page, 'kind')}" maxlength="${LONGEST_KIND}" autocapitalize="none" spellcheck="false" required></p>
<p><label for="id">${text('Id')}</label>
<input id="id" name="id" value="${parameter(page, 'id')}" maxlength="${LONGEST_ID}" autocapitalize="none" spellcheck="false" required></p>
<p><button type="submit">${text('Show its history')}</button></p>
<datalist id="kinds">
${OFFERED.map((kind) => html`<option value="${kind}">\n`)}</datalist>
</form>
`;
};
