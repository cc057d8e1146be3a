import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, type PageScript, type Piece, pageScript } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';

/** The script that updates figures; pages work without it. */
export const liveScript = pageScript('admin/live', readFileSync(join(import.meta.dirname, 'keepLive.js'), 'utf8'));

export interface Live {
  /** Milliseconds between two loads of the page. */
  readonly every: number;
  /** The address of a stream whose events, of these types, change the page. */
  readonly stream?: string;
  readonly types?: readonly string[];
}

/** Returns the script with its data. */
export const liveScripts = (data: Live | undefined): PageScript[] =>
  data === undefined ? [] : [{ ...liveScript, data }];

/** Renders content that updates itself, below a button that stops the updates. */
export const liveRegion = ({ renderContext: { text } }: SignedIn, content: Piece): Html => {
  const pause = text('Stop updating');
  return html`<p data-js="live-control" hidden><button type="button" class="second" data-pause="${pause}" data-resume="${text('Go on updating')}">${pause}</button></p>
<div data-js="live">
${content}</div>
`;
};
