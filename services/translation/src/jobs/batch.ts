import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import type { Channel } from './jobEvents.ts';

/** Jobs that are sent together. */
export interface SentBatch {
  readonly name: string;
  /** A day; "" for none. */
  readonly deadline: string;
  readonly channel: Channel;
  readonly automatic: boolean;
  /** The ids of its jobs, in the order of the request. */
  readonly jobs: readonly number[];
}

export interface Batch extends SentBatch {
  readonly id: number;
  readonly version: number;
  /** The number of the batch at the agency. */
  readonly tp_id: number | null;
}

export type BatchEvent = Event<'BatchSent', SentBatch> | Event<'BatchAccepted', { readonly tp_id: number }>;

export type BatchCommand =
  | { readonly type: 'SendBatch'; readonly batch: SentBatch }
  /** The agency has accepted the batch under that number. */
  | { readonly type: 'AcceptBatch'; readonly tpId: number };

const absent: Batch = {
  id: 0,
  version: 0,
  name: '',
  deadline: '',
  channel: 'local',
  automatic: false,
  jobs: [],
  tp_id: null,
};

/** Batches, `batch-<id>` (docs/interface/translation-jobs.md §4). */
export const batchDecider: Decider<Batch, BatchEvent, BatchCommand> = {
  category: 'batch',
  initialState: absent,
  eventTypes: ['BatchSent', 'BatchAccepted'],
  projectionVersion: 1,
  evolve: (state, event: RecordedEvent<BatchEvent>) => ({ ...state, ...event.data, ...idAndVersion(event) }),
  decide: (state, command) => {
    if (command.type === 'SendBatch') return state.version > 0 ? [] : [{ type: 'BatchSent', data: command.batch }];
    if (state.version === 0 || state.tp_id === command.tpId) return [];
    return [{ type: 'BatchAccepted', data: { tp_id: command.tpId } }];
  },
};

export const batches: Collection = {
  name: 'batches',
  projectionVersion: batchDecider.projectionVersion,
  indexes: [['tp_id'], ['channel']],
};

export const batchRegistration: RecordRegistration<Batch, BatchEvent> = {
  aggregate: batchDecider,
  collection: batches,
  written: {
    members: ({ name, deadline, tp_id, jobs }) => ({ name, deadline, tp_id, jobs }),
    name: ({ name }) => name,
  },
};
