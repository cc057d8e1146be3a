import { timingSafeEqual } from 'node:crypto';
import type { Decider } from '@almanac/event-sourcing';
import { invalidParams } from '@almanac/rest';
import {
  type BatchName,
  type ImportEvent,
  type ImportState,
  type ImportStatus,
  importAggregate,
  type StartedImport,
  type TakenItems,
} from './import.ts';

/** Where a batch stands in its import, as its sender says. */
export interface BatchProgress {
  readonly totalEvents: number;
  readonly percentage: number;
  /** The sender has no batch after this one. */
  readonly isLast: boolean;
}

/** The commands on an import; hashes are given as their digests. */
export type ImportCommand =
  | ({ readonly type: 'Start' } & StartedImport)
  /** Some items of a batch, and more to come. */
  | { readonly type: 'TakeItems'; readonly taken: TakenItems }
  /** The rest of a batch. @param touchesAll there are items in the batch, and every one is an event now */
  | {
      readonly type: 'TakeBatch';
      readonly taken: TakenItems;
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
  /** Whoever started it was deleted: nothing more is written in that user's name. Nothing where it has ended. */
  | { readonly type: 'Abandon' };

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const noSuchImport = () => invalidParams({ import_id: '{name} names no import that waits for a batch.' });
const wrongHash = () => invalidParams({ batch_hash: '{name} is not the hash of the next batch.' });

/** @throws DomainError 400 naming `import_id` or `batch_hash`, so that nobody learns which imports there are */
export const requirePending = (state: ImportState, hash: string): void => {
  if (state.version === 0 || state.status !== 'pending') throw noSuchImport();
  if (state.next === null || !isEqual(state.next, hash)) throw wrongHash();
};

/** Whether this is the batch before, sent again: it gets the same answer, and nothing is done. */
export const isRepeated = ({ last }: ImportState, { hash, body }: BatchName): boolean =>
  last !== null && isEqual(last.hash, hash) && isEqual(last.body, body);

/** @throws DomainError 400 for what is not the batch that is awaited, or the one that was begun */
export const requireNext = (state: ImportState, { hash, body }: BatchName): void => {
  requirePending(state, hash);
  if (state.begun !== null && !isEqual(state.begun.body, body)) throw wrongHash();
};

const STARTER_GONE = { message: 'The user who started the import was deleted.', messageSlug: 'starter-deleted' };

/** Imports with their decisions. */
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
