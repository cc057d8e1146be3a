import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { TextParams } from '@almanac/i18n';
import type { RecordRegistration } from '@almanac/service';
import type { Status } from '../content-items/contentItem.ts';
import { calendarErrors } from '../errors.ts';
import { FOLLOWED_FEED } from '../imports/handChanges.ts';

/** The writable fields of a followed feed. */
export interface FeedFields {
  readonly url: string;
  readonly name: string;
  /** Minutes between two runs. */
  readonly interval: number;
  /** The language of new events whose entries name none. */
  readonly language: string;
  /** Names of categories that all its events get. */
  readonly categories: readonly string[];
  /** The status of new events. */
  readonly status: Exclude<Status, 'trash'>;
  /** The author of its events; runs are in the name of this user. */
  readonly author: number;
  /** The fate of events that the feed has no longer. */
  readonly onRemoved: 'trash' | 'keep';
  readonly paused: boolean;
}

/** The reason why a feed is failing: a message of the catalogue with its parameters. */
export interface FeedProblem {
  readonly message: string;
  readonly params: TextParams;
  /** True if a run would have removed too many events, and waits for a confirmation. */
  readonly isGuarded: boolean;
}

export interface FollowedFeed extends FeedFields {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly problem: FeedProblem | null;
}

/** The ids of the events that a commit of a run has created, changed and removed. */
export interface TakenItems {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

export type FollowedFeedEvent =
  | Event<'FollowedFeedCreated', FeedFields>
  | Event<'FollowedFeedChanged', Partial<FeedFields>>
  | Event<'FollowedFeedItemsTaken', TakenItems>
  | Event<'FollowedFeedFailed', FeedProblem>
  | Event<'FollowedFeedRecovered', Readonly<Record<never, never>>>
  | Event<'FollowedFeedDeleted', Readonly<Record<never, never>>>;

export type FollowedFeedCommand =
  | { readonly type: 'Create'; readonly fields: FeedFields }
  | { readonly type: 'Change'; readonly changes: Partial<FeedFields> }
  /** Marks a commit of a run, so that its changes do not count as those of a person. */
  | { readonly type: 'TakeItems'; readonly taken: TakenItems }
  | { readonly type: 'Fail'; readonly problem: FeedProblem }
  | { readonly type: 'Recover' }
  | { readonly type: 'Delete' };

const absent: FollowedFeed = {
  id: 0,
  version: 0,
  deleted: false,
  created: '',
  problem: null,
  url: '',
  name: '',
  interval: 0,
  language: '',
  categories: [],
  status: 'publish',
  author: 0,
  onRemoved: 'trash',
  paused: false,
};

export const feedExists = ({ version, deleted }: FollowedFeed): boolean => version > 0 && !deleted;

const changeOf = ({ type, data, meta }: Parameters<typeof followedFeedDecider.evolve>[1]): Partial<FollowedFeed> => {
  switch (type) {
    case 'FollowedFeedCreated':
      return { ...data, created: meta.at };
    case 'FollowedFeedChanged':
      return data;
    case 'FollowedFeedItemsTaken':
      return {};
    case 'FollowedFeedFailed':
      return { problem: data };
    case 'FollowedFeedRecovered':
      return { problem: null };
    case 'FollowedFeedDeleted':
      return { deleted: true };
  }
};

/** The decider of followed feeds, `followedfeed-<id>` (docs/interface/followed-feeds.md). */
export const followedFeedDecider: Decider<FollowedFeed, FollowedFeedEvent, FollowedFeedCommand> = {
  category: FOLLOWED_FEED,
  initialState: absent,
  eventTypes: [
    'FollowedFeedCreated',
    'FollowedFeedChanged',
    'FollowedFeedItemsTaken',
    'FollowedFeedFailed',
    'FollowedFeedRecovered',
    'FollowedFeedDeleted',
  ],
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...changeOf(event), ...idAndVersion(event) }),
  /** @throws DomainError 404 */
  decide: (state, command) => {
    if (command.type === 'Create') return [{ type: 'FollowedFeedCreated', data: command.fields }];
    if (!feedExists(state)) throw calendarErrors.unknownFeed();
    switch (command.type) {
      case 'Change': {
        const changes = changedFields<FeedFields>(state, command.changes);
        return isEmpty(changes) ? [] : [{ type: 'FollowedFeedChanged', data: changes }];
      }
      case 'TakeItems':
        return [{ type: 'FollowedFeedItemsTaken', data: command.taken }];
      case 'Fail': {
        const isKnown = JSON.stringify(state.problem) === JSON.stringify(command.problem);
        return isKnown ? [] : [{ type: 'FollowedFeedFailed', data: command.problem }];
      }
      case 'Recover':
        return state.problem === null ? [] : [{ type: 'FollowedFeedRecovered', data: {} }];
      case 'Delete':
        return [{ type: 'FollowedFeedDeleted', data: {} }];
    }
  },
};

export const followedFeeds: Collection = {
  name: 'followed-feeds',
  projectionVersion: followedFeedDecider.projectionVersion,
  indexes: [['created'], ['author']],
};

export const followedFeedRegistration: RecordRegistration<FollowedFeed, FollowedFeedEvent> = {
  aggregate: followedFeedDecider,
  collection: followedFeeds,
  isGone: (state) => state.deleted,
  written: {
    route: '/cal/event-import/v1/feeds/{id}',
    name: ({ name }) => name,
    members: ({ url, name, interval, language, categories, status, author, onRemoved, paused, problem }) => ({
      url,
      name,
      interval,
      language,
      categories,
      status,
      author,
      on_removed: onRemoved,
      paused,
      problem: problem?.message ?? null,
    }),
  },
};
