import { languageCodes } from '@almanac/i18n';
import { boolean, forUpdate, integer, invalid, list, siteLanguage, text } from '@almanac/rest';
import { z } from 'zod';

const MAX_URL_LENGTH = 2_000;
const MAX_NAME_LENGTH = 200;
const MAX_CATEGORIES = 20;
/** Minutes: 15 minutes, an hour, a week. */
const [MIN_INTERVAL, USUAL_INTERVAL, MAX_INTERVAL] = [15, 60, 7 * 24 * 60];

const statuses = ['publish', 'pending', 'draft', 'private'] as const;
const onRemoved = ['trash', 'keep'] as const;

export const feedMessages = {
  url: '{name} must be an address that begins with https:// or webcal://, without credentials, outside the site’s own network.',
} as const;

const isFeedAddress = (value: string): boolean => {
  const { protocol = '', username, password } = URL.parse(value) ?? {};
  return /^(?:https?|webcals?):$/.test(protocol) && username === '' && password === '';
};

/** Arguments that create a followed feed. */
export const newArgs = {
  url: text({
    required: true,
    maxLength: MAX_URL_LENGTH,
    check: (value) => (isFeedAddress(value) ? undefined : invalid(feedMessages.url)),
    description: 'The address of the iCalendar feed; starts with https:// or webcal://.',
  }),
  name: text({ maxLength: MAX_NAME_LENGTH, description: 'The name of the feed. Default: the host of its address.' }),
  interval: integer({
    minimum: MIN_INTERVAL,
    maximum: MAX_INTERVAL,
    description: 'Minutes between two runs. Default: 60.',
  }),
  language: text({
    enum: languageCodes,
    description: 'The language of events whose entries name none. Default: the language of the request.',
  }),
  categories: list(text({ maxLength: MAX_NAME_LENGTH, pattern: '\\D' }), {
    split: 'commas',
    maxItems: MAX_CATEGORIES,
    description: 'Names of categories that all events of the feed get. Unknown ones are created.',
  }),
  status: text({ enum: statuses, description: 'The status of new events.' }),
  author: integer({ minimum: 1, description: 'The author of the events. Default: the caller.' }),
  on_removed: text({
    enum: onRemoved,
    description: 'What happens to upcoming events that the feed has no longer: they go to the trash, or stay.',
  }),
  paused: boolean({ description: 'True if the feed runs only when somebody asks for it.' }),
};

/** Arguments that change a followed feed. */
export const changeArgs = forUpdate(newArgs);

export const usualInterval = USUAL_INTERVAL;

/** The argument with the id of a followed feed. */
export const feedIdArg = integer({ inPath: true, description: 'The id of the followed feed.' });

const runSchema = z
  .strictObject({
    started: z.string(),
    finished: z.string(),
    result: z.enum(['ok', 'not_modified', 'failed', 'guarded']),
    reason: z.string().nullable(),
    found: z.int(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    left: z.int(),
  })
  .meta({ id: 'FollowedFeedRun' });

/** A followed feed (docs/interface/followed-feeds.md §1). */
export const feedSchema = z
  .strictObject({
    id: z.int(),
    url: z.string(),
    name: z.string(),
    interval: z.int(),
    language: siteLanguage,
    categories: z.array(z.string()),
    status: z.enum(statuses),
    author: z.int(),
    on_removed: z.enum(onRemoved),
    paused: z.boolean(),
    created: z.string(),
    state: z.enum(['ok', 'failing', 'paused']),
    problem: z.string().nullable(),
    next_run: z.string().nullable(),
    last_run: runSchema.nullable(),
  })
  .meta({ id: 'FollowedFeed' });

/** A followed feed with its last runs, the newest first; `mail` is true if its author gets a mail when it is failing. */
export const wholeFeedSchema = feedSchema
  .extend({ mail: z.boolean().optional(), log: z.array(runSchema) })
  .meta({ id: 'FollowedFeedWithRuns' });
