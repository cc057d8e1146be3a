import { timingSafeEqual } from 'node:crypto';
import type { Decider } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import {
  type BatchName,
  type ImportEvent,
  type ImportedItems,
  type ImportState,
  type ImportStatus,
  importAggregate,
  type StartedImport,
} from './import.ts';

/** The progress of the import, as the sender of a batch reports it. */
export interface BatchProgress {
  readonly totalEvents: number;
  readonly percentage: number;
  /** True if this is the sender's last batch. */
  readonly isLast: boolean;
}

/** The commands on an import; hashes are given as their digests. */
export type ImportCommand =
  | ({ readonly type: 'Start' } & StartedImport)
  /** Takes some items of a batch; more follow. */
  | { readonly type: 'TakeItems'; readonly taken: ImportedItems }
  /** Takes the rest of a batch. @param touchesAll true if the batch has items and each one is an event now */
  | {
      readonly type: 'TakeBatch';
      readonly taken: ImportedItems;
      readonly progress: BatchProgress;
      readonly touchesAll: boolean;
      readonly next: string;
    }
  | {
      readonly type: 'SetState';
      readonly hash: string;
      readonly status: ImportStatus;
      readonly percentage: number;
      readonly message: string;
      readonly messageSlug: string;
    }
  /** Ends a pending import whose user was deleted, so that nothing more is written in that user's name. */
  | { readonly type: 'Abandon' };

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const noSuchImport = () => invalidParams({ import_id: '{name} names no import that waits for a batch.' });
const wrongHash = () => invalidParams({ batch_hash: '{name} is not the hash of the next batch.' });

/** @throws DomainError 400 naming `import_id` or `batch_hash`; it does not reveal which imports exist */
export const requirePending = (state: ImportState, hash: string): void => {
  if (state.version === 0 || state.status !== 'pending') throw noSuchImport();
  if (state.next === null || !isEqual(state.next, hash)) throw wrongHash();
};

/** True if this is the previous batch, sent again: it gets the same answer, and nothing changes. */
export const isRepeated = ({ last }: ImportState, { hash, body }: BatchName): boolean =>
  last !== null && isEqual(last.hash, hash) && isEqual(last.body, body);

/** @throws DomainError 400 unless this is the expected batch, and the one in progress if there is one */
export const requireNext = (state: ImportState, { hash, body }: BatchName): void => {
  requirePending(state, hash);
  if (state.begun !== null && !isEqual(state.begun.body, body)) throw wrongHash();
};

const STARTER_GONE = { message: 'The user who started the import was deleted.', messageSlug: 'starter-deleted' };

/** The decider of imports. */
export const importDecider: Decider<ImportState, ImportEvent, ImportCommand> = {
  ...importAggregate,
  decide: (state, command) => {
    switch (command.type) {
      case 'Start': {
        const { type: _, ...data } = command;
        return [{ type: 'ImportStarted', data }];
      }
      case 'TakeItems':
        requireNext(state, command.taken);
        return [{ type: 'ImportItemsTaken', data: command.taken }];
      case 'TakeBatch': {
        const { taken, progress, touchesAll, next } = command;
        requireNext(state, taken);
        const isTheEnd = progress.isLast && touchesAll;
        const percentage = touchesAll ? progress.percentage : state.percentage;
        const { totalEvents } = progress;
        return [
          { type: 'ImportBatchTaken', data: { ...taken, totalEvents, percentage, next: isTheEnd ? null : next } },
        ];
      }
      case 'SetState': {
        const { type: _, hash, ...data } = command;
        requirePending(state, hash);
        return [{ type: 'ImportStateSet', data }];
      }
      case 'Abandon':
        return state.version > 0 && state.status === 'pending'
          ? [{ type: 'ImportStateSet', data: { ...STARTER_GONE, status: 'failed', percentage: state.percentage } }]
          : [];
    }
  },
};
