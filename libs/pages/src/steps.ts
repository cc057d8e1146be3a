import { type Html, html, type Piece } from './html.ts';

export interface Step {
  readonly href: string;
  readonly label: Piece;
}

/** Links to what comes before and after: pages of a list, months. Nothing where there is neither. */
export const steps = (
  label: string,
  { previous, next }: { readonly previous?: Step | undefined; readonly next?: Step | undefined },
): Html | undefined => {
  if (previous === undefined && next === undefined) return undefined;
  return html`<nav class="steps" aria-label="${label}">
<ul>
<li>${previous && html`<a rel="prev" href="${previous.href}"><span aria-hidden="true">← </span>${previous.label}</a>`}</li>
<li>${next && html`<a rel="next" href="${next.href}">${next.label}<span aria-hidden="true"> →</span></a>`}</li>
</ul>
</nav>`;
};
