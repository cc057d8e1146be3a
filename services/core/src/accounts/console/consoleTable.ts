import { type Html, html, type Piece } from '@almanac/pages';

export interface Table {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The first cell of each row names the subject of the row. */
  readonly rows: readonly (readonly Piece[])[];
}

/** Renders a table. A table that is wider than the page scrolls separately, by keyboard too. */
export const consoleTable = ({ caption, heads, rows }: Table): Html => {
  const row = ([first, ...others]: readonly Piece[]) =>
    html`<tr><th scope="row">${first}</th>${others.map((each) => html`<td>${each}</td>`)}</tr>\n`;
  return html`<div class="rows" role="region" aria-label="${caption}" tabindex="0">
<table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table>
</div>
`;
};
