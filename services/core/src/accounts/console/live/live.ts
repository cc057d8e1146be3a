import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, type PageScript, type Piece, pageScript } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** Keeps figures up to date; pages do everything without it. */
export const liveScript = pageScript('admin/live', readFileSync(join(import.meta.dirname, 'keepLive.js'), 'utf8'));

export interface Live {
  /** Milliseconds after which the page is looked at again. */
  readonly every: number;
  /** The address of a stream whose events, of these types, change the page. */
  readonly stream?: string;
  readonly types?: readonly string[];
}

/** The script with what a page tells it. */
export const liveScripts = (data: Live | undefined): PageScript[] =>
  data === undefined ? [] : [{ ...liveScript, data }];

/** What changes by itself, below what stops that. */
export const liveRegion = ({ renderContext: { text } }: SignedIn, content: Piece): Html => {
  const pause = text('Stop updating');
  return html`<p data-js="live-control" hidden><button type="button" class="second" data-pause="${pause}" data-resume="${text('Go on updating')}">${pause}</button></p>
<div data-js="live">
${content}</div>
`;
};
