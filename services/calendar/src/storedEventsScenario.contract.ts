import { plainFacts } from '@almanac/content-model';
import { finishingJobs } from '@almanac/content-model/testing';
import { createCommands, createSigner } from '@almanac/event-sourcing';
import { fixedSettings } from '@almanac/service';
import { eraseSubject } from '@almanac/service/operations';
import { personKeysUnderTest } from '@almanac/service/testing';
import { composeCalendar } from './app.ts';
import type { ItemEvent, ItemEventTypes, ItemFields } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { eventKind } from './events/event.ts';
import { eventFields } from './events/eventFields.ts';
import { feedTexts } from './followed-feeds/fetchFeed.ts';
import { followedFeedDecider } from './followed-feeds/followedFeed.ts';
import { ownerOfTranslations } from './integration/writtenTranslations.ts';
import { organizerKind } from './organizers/organizer.ts';
import { dueSeries } from './series/dueSeries.ts';
import { registrations } from './service.ts';
import { type SuggestionCommand, suggestionDecider } from './suggestions/suggestion.ts';
import { newPicture, type TestService } from './testing.contract.ts';
import { venueKind } from './venues/venue.ts';

/** Returns a function that sends a request as an administrator, by default in English, and returns the record. */
const asking =
  (calendar: TestService) =>
  async (method: string, path: string, body?: object, language = 'en', namespace = 'cal/events/v1') => {
    const answer = await calendar.ask('administrator', method, path, { body, language, namespace });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

type Ask = ReturnType<typeof asking>;

/** Causes every type of event of the calendar, at least once with all its possible members. */
export const causeAllCalendarEvents = async (calendar: TestService): Promise<void> => {
  const ask = asking(calendar);
  const category = await categoryLife(ask);
  const venue = await recordLife(ask, 'venues', { venue: 'Hall' }, otherVenue);
  const organizer = await recordLife(ask, 'organizers', { organizer: 'Band' }, otherOrganizer);
  const links = { categories: [category], tags: ['Sea'], venue: [venue], organizer: [organizer] };
  const event = await recordLife(ask, 'events', { title: 'Concert', ...times }, { ...otherEvent, ...links });
  await eraseOrganizer(calendar, ask);
  await beyondRoutes(calendar, eventKind, event, [{ type: 'EventErased', data: {} }]);
  await beyondRoutes(calendar, venueKind, venue, [{ type: 'VenueErased', data: {} }]);
  await beyondRoutes(calendar, organizerKind, organizer);
  for (const plural of ['events', 'venues', 'organizers']) await secondGeneration(ask, plural);
  await finishedTranslations(calendar, ask);
  await importLives(ask);
  await firstSteps(ask);
  await seriesLife(calendar, ask);
  await feedLife(calendar, ask);
  await suggestionLife(calendar);
};

/** Creates a series, changes and deletes it, and makes an occurrence that comes within the horizon. */
const seriesLife = async (calendar: TestService, ask: Ask): Promise<void> => {
  const recurrence = { rules: ['FREQ=YEARLY'], rdates: ['2031-09-01'], exdates: ['2032-06-10'] };
  const publication = { status: 'publish', date: '2030-12-01 09:00:00' };
  const { id, series } = await ask('POST', '/events', { title: 'Choir', ...times, ...publication, recurrence });
  await ask('PATCH', `/events/${id}`, { scope: 'all', title: 'Singing', recurrence });
  calendar.advance(800 * 86_400_000);
  const commands = createCommands({ ...calendar, registrations });
  await dueSeries(composeCalendar(calendar, fixedSettings(calendar.site.settings)), commands)();
  await ask('DELETE', `/series/${series.id}`, undefined, 'en', 'calx/v1');
};

/** Takes a step of the wizard with all its arguments, except settings, which core owns. */
const firstSteps = async (ask: Ask): Promise<void> => {
  const namespace = 'calx/v2/onboarding';
  const { action_nonce } = await ask('GET', '/settings', undefined, 'en', namespace);
  const step = { action_nonce, begun: true, currentTab: 5, skippedTabs: [3], optin: true, venue: { name: 'Mole' } };
  await ask('POST', '/wizard', { ...step, organizer: { name: 'Crew' } }, 'en', namespace);
};

/** Finishes one translation that is written, and one with an unknown source. */
const finishedTranslations = async (calendar: TestService, ask: Ask): Promise<void> => {
  const settings = fixedSettings(calendar.site.settings);
  const commands = createCommands({ ...calendar, registrations });
  const jobs = finishingJobs(ownerOfTranslations(composeCalendar(calendar, settings), commands));
  const { id } = await ask('POST', '/venues', { venue: 'Pavilion' });
  await jobs.finish({ source: { type: 'post_cal_venue', id }, units: { title: 'Pavillon' } });
  await jobs.finish({ source: { type: 'post_cal_venue', id: 999 }, units: { title: 'Pavillon' }, job: 3 });
};

/** Runs an import to its last batch, and one that fails; the first batch is larger than a commit. */
const importLives = async (ask: Ask): Promise<void> => {
  const sendTo = (path: string, body: object) => ask('POST', `/import${path}`, body, 'en', 'cal/event-import/v1');
  const start = () => sendTo('', { origin: 'feed' });
  const item = { ...times, title: 'Regatta', uid: 'regatta', venue: { venue: 'Bay' }, image: 'https://no.test/x.png' };
  const events = [item, { title: '' }, ...Array.from({ length: 50 }, () => item)];
  const status = { data: { total: 2, done: 0 }, batch: { total: 2, done: 1 } };
  const { import_id, batch_hash } = await start();
  await sendTo(`/${import_id}/batch`, { batch_hash, status, percentage_complete: 50, events });
  const { import_id: id, batch_hash: hash } = await start();
  const failed = { status: 'failed', message: 'The feed is gone', message_slug: 'feed-gone', percentage_complete: 30 };
  await sendTo(`/${id}/state`, { ...failed, batch_hash: hash });
};

/** Follows a feed, and appends what its runs find. */
const feedLife = async (calendar: TestService, ask: Ask): Promise<void> => {
  const namespace = 'cal/event-import/v1';
  const feed = {
    url: 'https://93.184.215.14/events.ics',
    name: 'Harbour',
    interval: 30,
    language: 'en',
    categories: ['Sea'],
    status: 'pending',
    author: 2,
    on_removed: 'keep',
    paused: true,
  };
  const { id } = await ask('POST', '/feeds', feed, 'en', namespace);
  const other = { name: 'Port', url: 'https://93.184.215.14/port.ics', interval: 60, language: 'fr-ca', author: 3 };
  await ask('PUT', `/feeds/${id}`, { ...other, categories: [], status: 'draft', on_removed: 'trash' }, 'en', namespace);
  const problem = { message: feedTexts.guarded, params: { gone: 11, total: 20 }, isGuarded: true };
  const commands = createCommands({ ...calendar, registrations });
  await commands.run(byNobody, async (unit) => {
    const taken = { created: [7], updated: [8], removed: [9] };
    await unit.decide(followedFeedDecider, id, { type: 'TakeItems', taken }, undefined);
    await unit.decide(followedFeedDecider, id, { type: 'Fail', problem }, undefined);
    await unit.decide(followedFeedDecider, id, { type: 'Recover' }, undefined);
  });
  await ask('DELETE', `/feeds/${id}`, undefined, 'en', namespace);
};

/** Receives a suggestion and declines it. */
const suggestionLife = async (calendar: TestService): Promise<void> => {
  const commands = createCommands({ ...calendar, registrations });
  const id = await calendar.numbers.next('records');
  const decide = (command: SuggestionCommand) =>
    commands.run(byNobody, (unit) => unit.decide(suggestionDecider, id, command, undefined));
  await decide({ type: 'Receive' });
  await decide({ type: 'Decline', reason: 'The walk is outside our town.' });
  await decide({ type: 'Publish' });
};

/** Returns the id of a category that still exists. */
const categoryLife = async (ask: Ask): Promise<number> => {
  const above = await ask('POST', '/categories', { name: 'Music', slug: 'music', description: 'All of it' });
  const { id } = await ask('POST', '/categories', { name: 'Brass', parent: above.id });
  const texts = { name: 'Wind', slug: 'wind-music', description: 'Of <em>brass</em>', parent: 0 };
  const change = { ...texts, i18n_minor_edit: true };
  await ask('POST', `/categories/${id}`, change);
  await ask('POST', '/categories', { name: 'Vents', translation_of: id }, 'fr-ca');
  await ask('DELETE', `/categories/${id}`);
  return above.id;
};

/** Changed values that every kind of record accepts. */
const otherRecord = {
  description: '<p>On the pier</p>',
  slug: 'on-the-pier',
  author: 2,
  password: 'tide',
  image: newPicture.id,
  date: '2030-12-01 09:00:00',
  i18n_minor_edit: true,
};

export const otherVenue = {
  ...otherRecord,
  venue: 'Pier hall',
  show_map: false,
  show_map_link: false,
  website: 'https://pier.test/',
  address: '1 Pier',
  city: 'Kiel',
  country: 'Canada',
  province: 'Quebec',
  state: 'Maine',
  zip: '1234',
  phone: '555-0100',
  stateprovince: 'Quebec',
  _VenueLat: 54.3,
  _VenueLng: 10.1,
};

export const otherOrganizer = {
  ...otherRecord,
  organizer: 'Brass band',
  phone: '555-0199',
  email: 'tuba@example.test',
  website: 'https://band.test/',
};

/** Every flag of an event that is false by default. */
const raisedFlags = Object.fromEntries(
  Object.values(eventFields).flatMap(({ v1, ...field }) =>
    field.default === false && v1 !== null ? [[v1.name, true]] : [],
  ),
);

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

const otherEvent = {
  ...otherRecord,
  title: 'Harbour concert',
  excerpt: 'Brass',
  timezone: 'Europe/Berlin',
  all_day: true,
  start_date: '2031-07-10 19:30:00',
  end_date: '2031-07-11 22:00:00',
  cost: ['5', '10'],
  currency_symbol: '€',
  currency_position: 'postfix',
  currency_code: 'EUR',
  website: 'https://concert.test/',
  ...raisedFlags,
  import_uid: 'concert@example.test',
};

/** Returns the id of the record, which is a draft again. */
const recordLife = async (ask: Ask, plural: string, first: object, other: object): Promise<number> => {
  const { id } = await ask('POST', `/${plural}`, { ...first, status: 'draft' });
  const change = (body: object) => ask('PUT', `/${plural}/${id}`, body);
  await change(other);
  await change({ status: 'pending', slug: 'waiting' });
  await change({ status: 'publish', date: '2031-02-01 09:00:00', slug: 'in-february' });
  await change({ status: 'publish', date: '2030-12-02 09:00:00', slug: 'in-december' });
  await ask('POST', `/${plural}`, { ...first, translation_of: id }, 'fr-ca');
  await ask('DELETE', `/${plural}/${id}`);
  await change({ status: 'draft' });
  return id;
};

/** Members of `calx/v1` that every kind of record accepts, and own members that no other step changes. */
const kept = {
  title: 'Lights',
  content: '<p>In the bay</p>',
  excerpt: 'Lanterns',
  author: 3,
  comment_status: 'closed',
  ping_status: 'closed',
  format: 'aside',
  template: 'wide',
  phone: '555-0101',
  website: 'https://bay.test/',
  email: 'bay@example.test',
  i18n_minor_edit: true,
};

const secondGeneration = async (ask: Ask, plural: string): Promise<void> => {
  const second = (method: string, path: string, body: object) => ask(method, path, body, 'en', 'calx/v1');
  const { id } = await second('POST', `/${plural}`, { title: 'Pier', ...times });
  await second('PUT', `/${plural}/${id}`, kept);
};

/** Erases an organizer by the operator's command, which removes personal data from earlier events. */
const eraseOrganizer = async (calendar: TestService, ask: Ask): Promise<void> => {
  const { id } = await ask('POST', '/organizers', { organizer: 'Choir', email: 'alto@example.test' });
  const signer = createSigner({ ...calendar, service: 'calendar' });
  const persons = personKeysUnderTest('calendar', calendar.entries);
  const service = { ...calendar, name: 'calendar', registrations, signer, persons, close: () => undefined } as const;
  await eraseSubject(service, { kind: 'organizer', id }, { now: calendar.now, onProgress: () => undefined });
};

const byNobody = { principal: 'system', language: 'en', correlation: 'scenario', causation: 'scenario' } as const;

/** Appends events to a record and deletes it, which no route of `cal/events/v1` does. */
const beyondRoutes = async <Fields extends ItemFields>(
  { store, documents, now }: TestService,
  { aggregate, decider }: ItemKind<Fields>,
  id: number,
  before: readonly ItemEvent<ItemEventTypes, Fields>[] = [],
): Promise<void> => {
  const site = { languages: { defaultLanguage: 'en', languages: ['en'] }, zone: 'UTC' };
  await createCommands({ store, documents, registrations, now }).run(byNobody, async (unit) => {
    const state = await unit.load(aggregate, id);
    await unit.append(aggregate, id, before);
    await unit.decide(decider, id, { type: 'Delete' }, plainFacts<Fields>(unit, site, state));
  });
};
