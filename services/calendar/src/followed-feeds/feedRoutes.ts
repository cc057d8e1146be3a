import { findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import type { Texts } from '@almanac/i18n';
import { can, capabilityFor, userId } from '@almanac/identity';
import {
  boolean,
  cappedInteger,
  corePaging,
  created,
  integer,
  pagesOfRecords,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  sentUnchanged,
  type Values,
  withoutArgs,
} from '@almanac/rest';
import { requireAllowedAddress } from '@almanac/service';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../content-items/authors.ts';
import { calendarErrors } from '../errors.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { sendsMail } from '../sendsMail.ts';
import {
  changeArgs,
  feedIdArg,
  feedMessages,
  feedSchema,
  newArgs,
  usualInterval,
  wholeFeedSchema,
} from './feedArgs.ts';
import { askForRun, type FeedRun, forgetFeed, readRuns, readSchedule } from './feedMemory.ts';
import {
  type FeedFields,
  type FollowedFeed,
  type FollowedFeedCommand,
  followedFeedDecider,
  followedFeeds,
} from './followedFeed.ts';

const namespace = 'cal/event-import/v1';
const ONE = '/feeds/{id:\\d+}';
/** The number of feeds of a site. */
const MAX_FEEDS = 100;
/** True for callers who may edit the events of others: editors and administrators. */
const mayFollow = ({ principal }: Pick<RestRequest, 'principal'>): boolean =>
  can(principal, capabilityFor('cal_events', 'edit_others'));

const common = { namespace, permission: mayFollow };
const notFound = { 404: ['followed-feed-not-found'] };

/** Returns the routes of `/cal/event-import/v1/feeds` (docs/interface/followed-feeds.md). */
export const followedFeedRoutes = (calendar: Calendar, texts: Texts): Route[] => {
  const shown = { calendar, texts };
  return [
    listRoute(shown),
    createRoute(shown),
    readRoute(shown),
    changeRoute(shown),
    deleteRoute(shown),
    runRoute(shown),
  ];
};

interface Showing {
  readonly calendar: Calendar;
  readonly texts: Texts;
}

/** @throws DomainError 404 */
const feedOf = async ({ documents }: Calendar, id: number): Promise<FollowedFeed> => {
  const [found] = await documents.getMany<FollowedFeed>(followedFeeds, [id]);
  if (found === undefined) throw calendarErrors.unknownFeed();
  return found;
};

const runView = ({ texts }: Showing, language: string, { counts, reason, ...run }: FeedRun) => ({
  ...run,
  reason: reason && texts.text(reason.message, language, reason.params),
  ...counts,
});

const stateOf = ({ paused, problem }: FollowedFeed): 'ok' | 'failing' | 'paused' => {
  if (paused) return 'paused';
  return problem === null ? 'ok' : 'failing';
};

const viewOf = async (shown: Showing, language: string, feed: FollowedFeed) => {
  const { calendar, texts } = shown;
  const { id, url, name, interval, categories, status, author, onRemoved, paused, created: at, problem } = feed;
  const [{ log }, schedule] = await Promise.all([readRuns(calendar.entries, id), readSchedule(calendar.entries, id)]);
  const { dueAt = calendar.now().getTime(), isAsked = false } = schedule?.body ?? {};
  const runs = log.map((run) => runView(shown, language, run));
  return {
    feed: {
      id,
      url,
      name,
      interval,
      language: feed.language,
      categories,
      status,
      author,
      on_removed: onRemoved,
      paused,
      created: at,
      state: stateOf(feed),
      problem: problem && texts.text(problem.message, language, problem.params),
      next_run: paused && !isAsked ? null : new Date(dueAt).toISOString(),
      last_run: runs[0] ?? null,
    },
    runs,
  };
};

const answerOf = async (shown: Showing, { language }: Pick<RestRequest, 'language'>, id: number) => {
  const feed = await feedOf(shown.calendar, id);
  const { feed: body, runs } = await viewOf(shown, language, feed);
  return {
    body: { ...body, mail: await sendsMail(shown.calendar), log: runs },
    version: recordVersion(followedFeedDecider, feed),
  };
};

type SentFeed = Partial<Values<typeof changeArgs>>;

/** Returns an address as it is fetched. */
const fetchedAddress = (url: string): string => url.replace(/^webcals?:/i, 'https:');

const fieldsOf = (sent: SentFeed): Partial<FeedFields> =>
  withoutUndefined<FeedFields>({
    url: sent.url && fetchedAddress(sent.url),
    name: sent.name?.trim(),
    interval: sent.interval,
    language: sent.language,
    categories: sent.categories,
    status: sent.status,
    author: sent.author,
    onRemoved: sent.on_removed,
    paused: sent.paused,
  });

const decideFeed = (
  { commands, context, ifMatch }: Pick<RestRequest, 'commands' | 'context' | 'ifMatch'>,
  id: number,
  command: FollowedFeedCommand,
) =>
  commands.run(context, async (unit) => {
    if (command.type !== 'Create') await unit.expectVersion(followedFeedDecider, id, ifMatch);
    return unit.decide(followedFeedDecider, id, command, undefined);
  });

const listRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: '/feeds',
    methods: ['GET'],
    summary: 'Lists followed feeds, newest first.',
    args: {
      page: cappedInteger({ minimum: 1, default: 1, description: 'The page of the list.' }),
      per_page: integer({ minimum: 1, maximum: 100, default: 10, description: 'The number of records per page.' }),
    },
    answers: { 200: pagesOfRecords(feedSchema) },
    handle: async (request): Promise<RestResponse> => {
      const { page, per_page: limit } = request.args;
      const order = [
        { field: 'created', direction: 'desc' },
        { field: 'id', direction: 'desc' },
      ] as const;
      const query = { order, limit, offset: (page - 1) * limit };
      const { found, total } = await findPage<FollowedFeed>(shown.calendar.documents, followedFeeds, query);
      const views = await Promise.all(found.map((feed) => viewOf(shown, request.language, feed)));
      const headers = corePaging(request, { total, perPage: limit, page });
      return { body: views.map(({ feed }) => feed), headers };
    },
  });

const createRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: '/feeds',
    methods: ['POST'],
    summary: 'Follows a feed: its events become events of the site.',
    args: newArgs,
    answers: { 201: created(wholeFeedSchema), 409: ['too-many-followed-feeds'] },
    handle: async (request) => {
      const { calendar } = shown;
      const sent = fieldsOf(request.args);
      const { url = '', name, author } = sent;
      await requireAllowedAddress(calendar.feedOutgoing, url, feedMessages.url);
      await requireAuthor(calendar, author);
      if ((await calendar.documents.count(followedFeeds)) >= MAX_FEEDS)
        throw calendarErrors.tooManyFeeds({ params: { limit: MAX_FEEDS } });
      const fields: FeedFields = {
        interval: usualInterval,
        language: request.language,
        categories: [],
        status: 'publish',
        author: userId(request.principal),
        onRemoved: 'trash',
        paused: false,
        ...sent,
        url,
        name: name || new URL(url).hostname,
      };
      const id = await calendar.numbers.next('records');
      const { position } = await decideFeed(request, id, { type: 'Create', fields });
      const asked = { dueAt: calendar.now().getTime(), isConfirmed: false, site: request.site };
      if (!fields.paused) await askForRun(calendar.entries, id, asked);
      const answer = await answerOf(shown, request, id);
      const headers = { Location: `${request.apiRoot}/${namespace}/feeds/${id}` };
      return { ...answer, status: 201, headers, position };
    },
  });

const readRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: ONE,
    methods: ['GET'],
    summary: 'Reads a followed feed with its last runs.',
    args: { id: feedIdArg },
    answers: { 200: wholeFeedSchema, ...notFound },
    handle: (request) => answerOf(shown, request, request.args.id),
  });

const changeRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: ONE,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a followed feed.',
    args: { id: feedIdArg, ...changeArgs },
    answers: { 200: wholeFeedSchema, ...notFound },
    handle: async (received) => {
      const { calendar } = shown;
      const { id } = received.args;
      const { body } = await answerOf(shown, received, id);
      const request = withoutArgs(received, sentUnchanged(received, body));
      const changes = fieldsOf(request.args);
      if (changes.url !== undefined) await requireAllowedAddress(calendar.feedOutgoing, changes.url, feedMessages.url);
      await requireAuthor(calendar, changes.author);
      const { result, position } = await decideFeed(request, id, { type: 'Change', changes });
      const asked = { dueAt: calendar.now().getTime(), isConfirmed: false, site: request.site };
      // a new address, other categories and the end of a pause show at once
      const isDue = changes.url !== undefined || changes.categories !== undefined || changes.paused === false;
      if (isDue && !result.paused) await askForRun(calendar.entries, id, asked);
      return { ...(await answerOf(shown, request, id)), position };
    },
  });

const deleteRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: ONE,
    methods: ['DELETE'],
    summary: 'Ends following a feed. Its events stay.',
    args: { id: feedIdArg },
    answers: {
      200: z.strictObject({ deleted: z.literal(true), previous: wholeFeedSchema }).meta({ id: 'DeletedFollowedFeed' }),
      ...notFound,
    },
    handle: async (request) => {
      const { id } = request.args;
      const { body: previous } = await answerOf(shown, request, id);
      const { position } = await decideFeed(request, id, { type: 'Delete' });
      await forgetFeed(shown.calendar.entries, id);
      return { body: { deleted: true, previous }, position };
    },
  });

const runRoute = (shown: Showing): Route =>
  route({
    ...common,
    path: `${ONE}/run`,
    methods: ['POST'],
    summary: 'Runs a followed feed as soon as possible.',
    args: {
      id: feedIdArg,
      confirm: boolean({
        default: false,
        description: 'True to remove events even if they are more than half of the feed’s events.',
      }),
    },
    answers: { 202: wholeFeedSchema, ...notFound },
    handle: async (request) => {
      const { calendar } = shown;
      const { id, confirm: isConfirmed } = request.args;
      await feedOf(calendar, id);
      await askForRun(calendar.entries, id, { dueAt: calendar.now().getTime(), isConfirmed, site: request.site });
      return { ...(await answerOf(shown, request, id)), status: 202 };
    },
  });
