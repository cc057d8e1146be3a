import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import type { Status } from '../content-items/contentItem.ts';
import { type Activity, activityView, noActivity, withActivity } from './activity.ts';

export type ImportStatus = 'pending' | 'success' | 'failed';

/** The rules for an existing event: change it, leave it, or keep the changes that no import has made. */
export const authorities = ['overwrite', 'retain', 'preserve_changes'] as const;

type UpdateAuthority = (typeof authorities)[number];

/** The reason why an item made no event, or why a part of it was left out. */
export interface ImportError {
  readonly slug: string;
  readonly message: string;
}

/** The digests of a batch's hash and of its body. */
export interface BatchName {
  readonly hash: string;
  readonly body: string;
}

export interface ImportState {
  readonly id: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly origin: string;
  /** The status of the events that it creates. */
  readonly postStatus: Status;
  readonly updateAuthority: UpdateAuthority;
  readonly language: string;
  /** The user who started it, and writes its events. */
  readonly startedBy: number;
  readonly status: ImportStatus;
  /** The number of finished batches. */
  readonly batches: number;
  /** The digest of the next batch's hash; null if no batch is expected. */
  readonly next: string | null;
  /** A batch in progress, with the number of its finished items. */
  readonly begun: (BatchName & { readonly items: number; readonly activity: Activity }) | null;
  /** The previous batch; a client that sends it again gets the same answer. */
  readonly last: (BatchName & { readonly activity: Activity; readonly isTheEnd: boolean }) | null;
  readonly percentage: number;
  readonly totalEvents: number;
  readonly activity: Activity;
  /** The newest errors. */
  readonly errors: readonly ImportError[];
  readonly message: string;
  readonly messageSlug: string;
}

/** The items of a batch in one commit: all remaining ones, or as many as fit. */
export interface ImportedItems extends BatchName {
  readonly items: number;
  readonly activity: Activity;
  readonly errors: readonly ImportError[];
}

/** A new import. It expects its first batch; `next` is the digest of that batch's hash. */
export interface StartedImport
  extends Pick<ImportState, 'id' | 'origin' | 'postStatus' | 'updateAuthority' | 'language' | 'startedBy'> {
  readonly next: string;
}

export type ImportEvent =
  | Event<'ImportStarted', StartedImport>
  | Event<'ImportItemsTaken', ImportedItems>
  | Event<
      'ImportBatchTaken',
      ImportedItems & {
        readonly totalEvents: number;
        readonly percentage: number;
        /** Null after the batch that ends the import. */
        readonly next: string | null;
      }
    >
  | Event<
      'ImportStateSet',
      {
        readonly status: ImportStatus;
        readonly percentage: number;
        readonly message: string;
        readonly messageSlug: string;
      }
    >;

const MAX_ERRORS = 100;

const absent: ImportState = {
  id: '',
  version: 0,
  deleted: false,
  origin: '',
  postStatus: 'publish',
  updateAuthority: 'overwrite',
  language: '',
  startedBy: 0,
  status: 'pending',
  batches: 0,
  next: null,
  begun: null,
  last: null,
  percentage: 0,
  totalEvents: 0,
  activity: noActivity,
  errors: [],
  message: '',
  messageSlug: '',
};

const taken = (state: ImportState, { activity, errors }: ImportedItems): ImportState => ({
  ...state,
  activity: withActivity(state.activity, activity),
  errors: [...state.errors, ...errors].slice(-MAX_ERRORS),
});

const changed = (state: ImportState, event: ImportEvent): ImportState => {
  switch (event.type) {
    case 'ImportStarted':
      return { ...state, ...event.data };
    case 'ImportItemsTaken': {
      const { hash, body, items, activity } = event.data;
      const before = state.begun ?? { items: 0, activity: noActivity };
      const begun = { hash, body, items: before.items + items, activity: withActivity(before.activity, activity) };
      return { ...taken(state, event.data), begun };
    }
    case 'ImportBatchTaken': {
      const { hash, body, activity, next, totalEvents, percentage } = event.data;
      const whole = withActivity(state.begun?.activity ?? noActivity, activity);
      const last = { hash, body, activity: whole, isTheEnd: next === null };
      const status = next === null ? 'success' : 'pending';
      const batches = state.batches + 1;
      return { ...taken(state, event.data), begun: null, last, status, batches, next, totalEvents, percentage };
    }
    case 'ImportStateSet': {
      const { status, message, messageSlug } = event.data;
      const failure = status === 'failed' ? [{ slug: messageSlug, message }] : [];
      const ended = status === 'pending' ? {} : { next: null, begun: null, last: null };
      return { ...state, ...event.data, ...ended, errors: [...state.errors, ...failure].slice(-MAX_ERRORS) };
    }
  }
};

/** The aggregate `import-<id>`: an outside service pushes batches, each with the hash of the previous answer. */
export const importAggregate: Aggregate<ImportState, ImportEvent> = {
  category: 'import',
  initialState: absent,
  eventTypes: ['ImportStarted', 'ImportItemsTaken', 'ImportBatchTaken', 'ImportStateSet'],
  projectionVersion: 2,
  upcasters: {
    ImportStarted: [(data: object) => ({ ...data, updateAuthority: 'overwrite' })],
  },
  evolve: (state, event) => ({ ...changed(state, event), version: event.version }),
};

/** Returns the members of an import, except its id, that each of its answers has. */
export const importProgress = ({ status, origin, percentage, totalEvents }: ImportState) => ({
  status,
  origin,
  percentage_complete: percentage,
  total_events: totalEvents,
});

export const imports: Collection = {
  name: 'imports',
  projectionVersion: importAggregate.projectionVersion,
  indexes: [['startedBy']],
};

export const importRegistration: RecordRegistration<ImportState, ImportEvent> = {
  aggregate: importAggregate,
  collection: imports,
  written: {
    members: (state) => ({
      ...importProgress(state),
      post_status: state.postStatus,
      update_authority: state.updateAuthority,
      activity: activityView(state.activity),
      message: state.message,
      message_slug: state.messageSlug,
      errors: state.errors,
    }),
  },
  isGone: (state) => state.deleted,
};
