import type { DomainError } from '@almanac/i18n';
import { type Html, html, type PageScript, type Piece } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { type AnswerOptions, administrationAnswer, type SignedIn } from '../sign-in/administrationPage.ts';
import { consoleNavigation } from '../sign-in/consoleNavigation.ts';
import type { ConsoleView } from '../sign-in/consoleViews.ts';
import { type Live, liveScripts } from './live/live.ts';

/** Renders a notice above a page's content: a success, or the reason of a failure. */
export const notice = (content: Piece, isFault = false): Html =>
  html`<div class="notice" role="${isFault ? 'alert' : 'status'}">${content}</div>\n`;

/** Renders a service's refusal. Its message is in the language of the page. */
export const refusal = ({ message, data }: DomainError): Html => {
  const { params } = data;
  const faults = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const list = html`<ul>
${faults.map(([name, fault]) => html`<li><code>${name}</code>: ${String(fault)}</li>\n`)}</ul>`;
  return notice(html`<p>${message}</p>${faults.length > 0 && list}`, true);
};

interface ConsoleOptions extends Pick<AnswerOptions, 'status' | 'query' | 'headers'> {
  /** The data for the script that updates the page. */
  readonly live?: Live;
  readonly scripts?: readonly PageScript[];
}

/** Returns the answer with a page of the console. */
export const consoleAnswer = (
  page: SignedIn,
  view: ConsoleView,
  content: Piece,
  { live, scripts = [], ...options }: ConsoleOptions = {},
): RestResponse => {
  const title = page.renderContext.text(view.title);
  const main = html`${consoleNavigation(page, view)}<h1>${title}</h1>
${content}`;
  return administrationAnswer(
    page,
    { title, main, scripts: [...liveScripts(live), ...scripts] },
    { ...options, name: view.name },
  );
};

/** The error code of a namespace whose package is switched off. */
const SWITCHED_OFF = 'rest_no_route';

/** Returns the page for a refusal of misc. */
export const refused = (page: SignedIn, view: ConsoleView, error: DomainError): RestResponse => {
  const { text } = page.renderContext;
  const why =
    error.code === SWITCHED_OFF
      ? notice(text('This part of the site is switched off; a package switches it on.'), true)
      : refusal(error);
  return consoleAnswer(page, view, why, { status: error.status });
};
