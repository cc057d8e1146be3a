import { can } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import { parameter, type SignedIn } from '../../sign-in/administrationPage.ts';
import { historyView } from '../../sign-in/consoleViews.ts';
import { isName, viewAddress } from '../consoleForms.ts';

/** Which record's history is looked at. */
export interface RecordName {
  readonly kind: string;
  readonly id: string;
}

/** Kinds that are offered; every other that a service has can be typed. */
const OFFERED = ['post', 'medium', 'category', 'tag', 'user', 'settings', 'event', 'venue', 'organizer', 'popup'];

const LONGEST_KIND = 100;
const LONGEST_ID = 200;

/** The record that a request names; undefined where it names none. */
export const recordIn = (page: SignedIn): RecordName | undefined => {
  const [kind, id] = [parameter(page, 'kind'), parameter(page, 'id')];
  return isName(kind, LONGEST_KIND) && isName(id, LONGEST_ID) ? { kind, id } : undefined;
};

/** Where a history is looked at. */
export const historyAddress = (
  page: SignedIn,
  record: RecordName,
  more: Readonly<Record<string, string>> = {},
): string => viewAddress(page, historyView, { ...record, ...more });

/** The way to what became of a record, for those who may see and undo it. */
export const historyLink = (page: SignedIn, record: RecordName): Html | undefined =>
  can(page.user, historyView.capability)
    ? html`
<a href="${historyAddress(page, record)}">${page.renderContext.text('History')}</a>`
    : undefined;

/** Asks for the record. */
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
