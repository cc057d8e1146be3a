import { type Html, html, inEveryLanguage, pageAddress, pageAnswer, pageNotFound, redirectTo } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { addressOf } from '../addresses.ts';
import { type EventState, events } from '../events/event.ts';
import { sendsMail } from '../sendsMail.ts';
import type { PageContext } from '../views/pageContext.ts';
import { pageTitle } from '../views/pageTitle.ts';
import { isFresh, receiveSuggestion } from './receiveSuggestion.ts';
import { type Suggestion, suggestions } from './suggestion.ts';
import { type RefusedSuggestion, sentSuggestion, suggestionForm } from './suggestionForm.ts';
import { formToken, readStateToken, stateToken } from './suggestionTokens.ts';

/** Maximum size in bytes of a form: each byte of its texts may take three. */
export const SUGGESTION_FORM_LIMIT = 128 * 1024;

/** @throws DomainError 404 if the site takes no suggestions */
const requireOpen = ({ renderContext: { site } }: PageContext): void => {
  if (!site.event_suggestions) throw pageNotFound();
};

const formPage = (context: PageContext, refused?: RefusedSuggestion): RestResponse => {
  const { calendar, request, renderContext } = context;
  const { text } = renderContext;
  const kept = refused?.sent.form ?? '';
  const token = isFresh(calendar, kept) ? kept : formToken(calendar.secret, calendar.now());
  const isThanked = request.params.sent === 'suggestion';
  const main = html`<h1>${text('Suggest an event')}</h1>
${isThanked && html`<p class="notice" role="status">${text('Thank you. An editor reads your suggestion before it appears.')}</p>\n`}${suggestionForm(context, { token, refused })}`;
  const page = {
    title: text('Suggest an event'),
    main,
    canonical: pageAddress(renderContext, 'events', 'suggest'),
    versions: inEveryLanguage((language) => pageAddress({ ...renderContext, language }, 'events', 'suggest')),
    section: 'events',
    ...(isThanked && { indexed: false }),
  } as const;
  return pageAnswer(request, renderContext, page, { isPrivate: true, status: refused?.status ?? 200 });
};

/** `/events/suggest/`: the form. @throws DomainError 404 if the site takes no suggestions */
export const suggestPage = async (context: PageContext): Promise<RestResponse> => {
  requireOpen(context);
  return formPage(context);
};

/**
 * Receives the form, and leads to the page with the state of the suggestion. A form that a program has filled is thanked
 * for, and nothing is stored.
 * @throws DomainError 404 if the site takes no suggestions
 */
export const receiveSuggestionForm = async (context: PageContext): Promise<RestResponse> => {
  requireOpen(context);
  const { calendar, renderContext } = context;
  const sent = sentSuggestion(context);
  const address = pageAddress(renderContext, 'events', 'suggest');
  if (sent.isAutomatic) return redirectTo(`${address}?sent=suggestion`, 303);
  const received = await receiveSuggestion(context, sent);
  if (typeof received !== 'number') return formPage(context, received);
  return redirectTo(pageAddress(renderContext, 'events', 'suggest', stateToken(calendar.secret, received)), 303);
};

/** Returns what became of a suggestion. */
const stateText = ({ renderContext }: PageContext, { declined }: Suggestion, event: EventState | undefined): Html => {
  const { text } = renderContext;
  if (event?.status === 'publish' && event.path !== null)
    return html`<p role="status">${text('The event is published:')} <a href="${addressOf(renderContext.baseUrl, event)}">${pageTitle(event, renderContext)}</a></p>`;
  if (declined !== null)
    return html`<p role="status">${text('The suggestion was declined.')}</p>
${declined !== '' && html`<p>${text('Reason: {reason}', { reason: declined })}</p>`}`;
  if (event === undefined || event.status === 'trash')
    return html`<p role="status">${text('The suggestion was declined.')}</p>`;
  return html`<p role="status">${text('Thank you. An editor reads your suggestion before it appears.')}</p>`;
};

/** `/events/suggest/{token}/`: the state of one suggestion, for those who know its address. @throws DomainError 404 */
export const suggestionPage = async (context: PageContext): Promise<RestResponse> => {
  const { calendar, request, renderContext } = context;
  const { text } = renderContext;
  const token = request.captures.token ?? '';
  const id = readStateToken(calendar, token);
  if (id === undefined) throw pageNotFound();
  const suggestion = (await calendar.documents.get<Suggestion>(suggestions, id))?.body ?? undefined;
  if (suggestion === undefined) throw pageNotFound();
  const [event] = await calendar.documents.getMany<EventState>(events, [id]);
  const canonical = pageAddress(renderContext, 'events', 'suggest', token);
  const main = html`<h1>${text('Your suggestion')}</h1>
${stateText(context, suggestion, event)}
<p>${(await sendsMail(calendar)) ? text('We send you a mail about your suggestion. This page says what becomes of it, too:') : text('This site sends no mail about suggestions. Keep the address of this page to see what becomes of yours:')}<br>
<a href="${canonical}">${canonical}</a></p>`;
  const page = { title: text('Your suggestion'), main, canonical, section: 'events', indexed: false } as const;
  return pageAnswer(request, renderContext, page, { isPrivate: true });
};
