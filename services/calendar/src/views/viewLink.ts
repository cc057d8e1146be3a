import { type Html, html, type Piece, type RenderContext } from '@almanac/pages';
import { type AskedView, isFramed, viewAddress } from './askedView.ts';

/** The class of links that the script follows without a reload. */
const SWITCHES = 'cal-link';

/** A link to another view, or to another time of one. */
export const viewLink = (asked: AskedView, label: Piece, renderContext: RenderContext, more?: Html | false): Html =>
  html`<a href="${viewAddress(asked, renderContext)}"${isFramed(asked) ? html` target="_self"` : html` data-js="${SWITCHES}"`}${more}>${label}</a>`;
