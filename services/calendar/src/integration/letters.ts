import { readLetterOfCalendar } from '@almanac/contracts';
import type { Texts } from '@almanac/i18n';
import { capabilityFor } from '@almanac/identity';
import { contractArgs, type Route, route } from '@almanac/rest';
import { displayTitle, plainText, unescapeHtml } from '@almanac/text';
import type { z } from 'zod';
import { addressOf, languagePath } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import { type EventState, events } from '../events/event.ts';
import { type FollowedFeed, followedFeeds } from '../followed-feeds/followedFeed.ts';
import { type Suggestion, suggestions } from '../suggestions/suggestion.ts';
import { detailsOf } from '../suggestions/suggestionDetails.ts';
import { stateToken } from '../suggestions/suggestionTokens.ts';

type LetterRequest = z.output<typeof readLetterOfCalendar.request>;
type Letter = z.output<typeof readLetterOfCalendar.answer>['letter'];

/** A letter to be written, and what its texts need. */
interface Writing {
  readonly calendar: Calendar;
  readonly texts: Texts;
  readonly asked: LetterRequest;
}

const asText = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

/** Tells the author of a followed feed that it is failing. */
const failingFeed = async ({ calendar, texts, asked }: Writing): Promise<Letter> => {
  const [feed] = await calendar.documents.getMany<FollowedFeed>(followedFeeds, [asked.id]);
  if (feed === undefined || feed.problem === null) return null;
  const { defaultLanguage: language } = calendar.languages;
  const { message, params } = feed.problem;
  const named = { name: feed.name, site: calendar.settings.current().name };
  return {
    to: { user: feed.author },
    subject: texts.text('The feed {name} on {site} is failing', language, named),
    text: asText([
      texts.text('The site {site} can no longer follow the feed {name}.', language, named),
      texts.text(message, language, params),
    ]),
  };
};

const plainTitle = ({ title }: EventState): string => unescapeHtml(plainText(displayTitle(title)));

/** Tells editors that a suggestion waits for them. */
const waitingSuggestion = ({ calendar, texts }: Writing, event: EventState | undefined): Letter => {
  if (event?.status !== 'pending') return null;
  const { defaultLanguage: language } = calendar.languages;
  const { name: site } = calendar.settings.current();
  const title = plainTitle(event);
  return {
    to: { capability: capabilityFor('cal_events', 'edit_others') },
    subject: texts.text('A visitor of {site} suggests an event', language, { site }),
    text: asText([texts.text('A visitor suggests the event “{title}”. It waits for an editor.', language, { title })]),
  };
};

/** Tells a visitor what became of a suggestion. Words of the visitor are only in letters that an editor has caused. */
const suggestionNews = async (
  { calendar, texts, asked }: Writing,
  { declined }: Suggestion,
  event: EventState | undefined,
): Promise<Letter> => {
  const details = await detailsOf(calendar, asked.id);
  if (details === undefined || event === undefined) return null;
  const { language } = event;
  const text = (message: string, params: Readonly<Record<string, string>> = {}) =>
    texts.text(message, language, { site: calendar.settings.current().name, ...params });
  const path = languagePath(language, calendar.languages.defaultLanguage);
  const address = `${asked.base_url}${path}/events/suggest/${stateToken(calendar.secret, asked.id)}/`;
  const to = { address: details.email };
  if (asked.about === 'suggestion-received')
    return {
      to,
      subject: text('Your suggestion for {site}'),
      text: asText([
        text('Thank you for suggesting an event to {site}. This page says what becomes of it:'),
        address,
        text('If this was not you, do nothing.'),
      ]),
    };
  const title = plainTitle(event);
  if (asked.about === 'suggestion-published')
    return event.status === 'publish' && event.path !== null
      ? {
          to,
          subject: text('Your event is on {site}'),
          text: asText([text('The event “{title}” is published:', { title }), addressOf(asked.base_url, event)]),
        }
      : null;
  if (declined === null) return null;
  return {
    to,
    subject: text('Your suggestion for {site} was declined'),
    text: asText([
      text('The event “{title}” that you suggested was declined.', { title }),
      ...(declined === '' ? [] : [text('Reason: {reason}', { reason: declined })]),
    ]),
  };
};

const letterOf = async (writing: Writing): Promise<Letter> => {
  const { calendar, asked } = writing;
  if (asked.about === 'feed-failing') return failingFeed(writing);
  const suggestion = (await calendar.documents.get<Suggestion>(suggestions, asked.id))?.body ?? undefined;
  if (suggestion === undefined) return null;
  const [event] = await calendar.documents.getMany<EventState>(events, [asked.id]);
  return asked.about === 'suggestion-waiting'
    ? waitingSuggestion(writing, event)
    : suggestionNews(writing, suggestion, event);
};

/** The route by which core reads the mails that it sends for the calendar. */
export const letterRoute = (calendar: Calendar, texts: Texts): Route =>
  route({
    namespace: 'internal',
    path: '/letter',
    methods: ['POST'],
    summary: readLetterOfCalendar.description,
    hidden: true,
    args: contractArgs(readLetterOfCalendar),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args: asked }) => ({ body: { letter: await letterOf({ calendar, texts, asked }) } }),
  });
