import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { textDifference } from './textDifference.ts';

/** A change of a member of a record. */
export interface MemberChange {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

const cell = (value: unknown, mark: 'del' | 'ins', nothing: string): Html =>
  isNothing(value) ? html`<td class="soft">${nothing}</td>` : html`<td><${mark}>${valueText(value)}</${mark}></td>`;

/** Renders the values before and after; texts of several lines are compared line by line. */
const cells = ({ before, after }: MemberChange, nothing: string): Html => {
  const texts = [before, after].filter((value) => typeof value === 'string' && value !== '');
  if (texts.length < 2 || !texts.some((text) => String(text).includes('\n')))
    return html`${cell(before, 'del', nothing)}${cell(after, 'ins', nothing)}`;
  const told = textDifference(String(before), String(after));
  return html`<td>${told.before}</td><td>${told.after}</td>`;
};

/** Renders a table of members with their values before and after. */
export const changeTable = (
  { renderContext: { text } }: SignedIn,
  changes: readonly MemberChange[],
  heads: { readonly before: string; readonly after: string },
): Html => {
  if (changes.length === 0) return html`<p class="soft">${text('Nothing that is shown has changed.')}</p>`;
  const row = (change: MemberChange) =>
    html`<tr><th scope="row">${change.member}</th>${cells(change, text('nothing'))}</tr>\n`;
  return html`<table class="changes">
<thead><tr><th scope="col">${text('Member')}</th><th scope="col">${heads.before}</th><th scope="col">${heads.after}</th></tr></thead>
<tbody>
${changes.map(row)}</tbody>
</table>`;
};
