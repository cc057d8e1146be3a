import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** What became of a member of a record. */
export interface MemberChange {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

const cell = (value: unknown, mark: 'del' | 'ins', nothing: string): Html =>
  value === null || value === undefined
    ? html`<td class="soft">${nothing}</td>`
    : html`<td><${mark}>${valueText(value)}</${mark}></td>`;

/** Members beside what they were and what they became. */
export const changeTable = (
  { renderContext: { text } }: SignedIn,
  changes: readonly MemberChange[],
  heads: { readonly before: string; readonly after: string },
): Html => {
  if (changes.length === 0) return html`<p class="soft">${text('Nothing that is shown has changed.')}</p>`;
  const row = ({ member, before, after }: MemberChange) =>
    html`<tr><th scope="row">${member}</th>${cell(before, 'del', text('nothing'))}${cell(after, 'ins', text('nothing'))}</tr>\n`;
  return html`<table class="changes">
<thead><tr><th scope="col">${text('Member')}</th><th scope="col">${heads.before}</th><th scope="col">${heads.after}</th></tr></thead>
<tbody>
${changes.map(row)}</tbody>
</table>`;
};
