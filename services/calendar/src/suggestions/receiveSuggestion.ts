import { DomainError } from '@almanac/i18n';
import { anonymous, principalId } from '@almanac/identity';
import { type RestRequest, tooManyAttempts } from '@almanac/rest';
import { LimitReachedError, networkOf } from '@almanac/service';
import { escapeHtml } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { createItem } from '../content-items/itemWriting.ts';
import { inItemLists, publishedOnly } from '../content-items/statuses.ts';
import { createByRequest } from '../content-items/writeItem.ts';
import { event, eventKind, events } from '../events/event.ts';
import type { EventValues } from '../events/eventValues.ts';
import { eventWriting } from '../events/eventWriting.ts';
import { venueKind } from '../venues/venue.ts';
import type { PageContext } from '../views/pageContext.ts';
import { suggestionDecider } from './suggestion.ts';
import { keepDetails } from './suggestionDetails.ts';
import { faultsOf, type RefusedSuggestion, type SentSuggestion, timesOf } from './suggestionForm.ts';
import { type IssuedForm, readFormToken } from './suggestionTokens.ts';

/** Milliseconds that a person needs at least to fill in the form. */
const MIN_FILLING_MS = 3_000;
/** Milliseconds for which a form can be sent. */
const FORM_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** The forms that were sent, so that a form sent twice makes one event. */
const FORM_KIND = 'suggestion-form';

interface SentForm {
  /** The id of the event that it became. */
  readonly event: number;
}

type Clock = Pick<Calendar, 'secret' | 'otherSecrets' | 'now'>;

const issuedForm = (clock: Clock, form: string): IssuedForm | undefined => {
  const issued = readFormToken(clock, form);
  return issued !== undefined && clock.now().getTime() - issued.issuedAt <= FORM_LIFETIME_MS ? issued : undefined;
};

/** True if this site has issued the form within a day. */
export const isFresh = (clock: Clock, form: string): boolean => issuedForm(clock, form) !== undefined;

/** @throws DomainError 429 if too many visitors of one network, or all together, suggest events */
const countSuggestion = async ({ calendar: { limits }, request: { headers } }: PageContext): Promise<void> => {
  try {
    await limits('event-suggestion').spend(networkOf(String(headers['x-forwarded-for'] ?? '')));
    await limits('event-suggestions').spend('site');
  } catch (error) {
    throw error instanceof LimitReachedError ? tooManyAttempts(error.seconds) : error;
  }
};

/** Returns plain text as content: without HTML and shortcodes. */
const plainContent = (text: string): string => escapeHtml(text).replaceAll('[', '&#91;');

/** Returns the published venue with the name of a place, in the lists of the page's language. */
const venueOf = async (
  { calendar: { documents, languages }, renderContext: { language } }: PageContext,
  place: string,
): Promise<number | undefined> => {
  if (place === '') return undefined;
  const all = [{ texts: ['title'], exactly: place }, publishedOnly, inItemLists(venueKind, language, languages)];
  const [venue] = await documents.find<{ readonly id: number }>(venueKind.collection, { filter: { all }, limit: 1 });
  return venue?.id;
};

/** Makes an event with an id that waits for an editor, unless it is there already. @throws DomainError */
const createSuggested = async (context: PageContext, sent: SentSuggestion, id: number): Promise<void> => {
  const { calendar, request, renderContext } = context;
  const { start, end, allDay } = timesOf(sent);
  const venue = await venueOf(context, sent.place);
  const args: EventValues = {
    title: plainContent(sent.title),
    description: plainContent(sent.description),
    start_date: start,
    end_date: end,
    all_day: allDay,
    status: 'pending',
    ...(venue !== undefined && { venue: [{ id: venue }] }),
  };
  const { language } = renderContext;
  const writing: RestRequest<EventValues> = {
    ...request,
    args,
    language,
    // a signed-in user does not become the author either
    principal: anonymous,
    context: { ...request.context, principal: principalId(anonymous), language },
  };
  const { place, picture, name, email } = sent;
  await createByRequest(calendar, eventWriting, writing, async (unit, { asked, fields }) => {
    const known = await unit.load(event, id);
    if (known.version > 0) return known;
    await keepDetails(calendar, id, { place, picture, name, email });
    await unit.decide(suggestionDecider, id, { type: 'Receive' }, undefined);
    return createItem(unit, calendar, eventKind, { asked: { ...asked, id }, fields });
  });
};

/** Returns the id of the event that a form becomes; the same for a form that is sent again, also at the same time. */
const eventOfForm = async ({ entries, now, numbers }: Calendar, nonce: string): Promise<number> => {
  const known = async () => (await entries.get<SentForm>(FORM_KIND, nonce))?.body.event;
  const earlier = await known();
  if (earlier !== undefined) return earlier;
  const id = await numbers.next('records');
  const expiresAt = now().getTime() + FORM_LIFETIME_MS;
  const isFirst = await entries.insert<SentForm>(FORM_KIND, nonce, { event: id }, { expiresAt });
  return isFirst ? id : ((await known()) ?? id);
};

/**
 * Makes a pending event of a sent form. Returns its id, that of the event that the same form has already become, or the
 * refused form.
 */
export const receiveSuggestion = async (
  context: PageContext,
  sent: SentSuggestion,
): Promise<number | RefusedSuggestion> => {
  const { documents, now } = context.calendar;
  const { text } = context.renderContext;
  const faults = faultsOf(sent, context);
  if (faults.size > 0) return { sent, status: 400, faults };
  const issued = issuedForm(context.calendar, sent.form);
  if (issued === undefined) {
    return { sent, status: 400, faults, notice: text('This form has expired. Check it, then send it again.') };
  }
  if (now().getTime() - issued.issuedAt < MIN_FILLING_MS) {
    const notice = text('The form was sent very fast. Wait a few seconds, then send it again.');
    return { sent, status: 400, faults, notice };
  }
  const id = await eventOfForm(context.calendar, issued.nonce);
  if ((await documents.get(events, id)) !== undefined) return id;
  try {
    await countSuggestion(context);
    await createSuggested(context, sent, id);
    return id;
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    return { sent, status: error.status, faults, notice: text(error.message, error.params) };
  }
};
