import type { Publishing, ServiceName } from '@almanac/contracts';
import type { Commit, EventStore } from '@almanac/event-store';
import type { Delivery } from './bus.ts';
import { type LogPosition, START } from './checkpoint.ts';
import { noSealing, type Sealing } from './personal/sealing.ts';

/** A service's log with the mapping that makes the published events of it. */
export interface Source {
  readonly store: EventStore;
  readonly publishing: Publishing;
  /** The position at which the log ended after each of its restores from a backup; each opens a new epoch. */
  readonly restores?: readonly number[];
  /** Under which keys personal members leave the service; without it they do as they are. */
  readonly sealing?: Sealing;
}

/**
 * The log is not the one from which the checkpoint was made: it ends before the checkpoint, or has another commit
 * there. The owner of the checkpoint stops until an operator has decided from where to go on.
 */
export class LogContradictedError extends Error {
  readonly code = 'log-contradicted';
  constructor(owner: string, logPosition: LogPosition, found: string) {
    super(
      `${owner} stands at ${logPosition.position} (commit ${logPosition.commitId}, epoch ${logPosition.epoch}), but ${found}`,
    );
    this.name = 'LogContradictedError';
  }
}

/** The epoch of a position of a log. */
export const epochOf = (source: Source, position: number): number => epochAt(source.restores ?? [], position);

/** @param restores where the log ended after each restore */
export const epochAt = (restores: readonly number[], position: number): number =>
  1 + restores.filter((end) => end < position).length;

/** The position that is reached when all of a commit is done. */
export const endOf = (source: Source, commit: Commit): LogPosition => ({
  epoch: epochOf(source, commit.position),
  position: commit.position,
  n: commit.events.length - 1,
  commitId: commit.meta.id,
});

/** Where a log ends now. */
export const lastLogPosition = async (source: Source): Promise<LogPosition> => {
  const [commit] = await source.store.readLog(Math.max(0, (await source.store.last()) - 1), 1);
  return commit === undefined ? START : endOf(source, commit);
};

/** What of a commit is published, in order, as subscriptions are handed it. */
export const deliveriesOf = (service: ServiceName, source: Source, commit: Commit): Delivery[] => {
  const { meta, position } = commit;
  const { at, principal, language, correlation, causation, traceparent } = meta;
  const why = { at, principal, language, correlation, causation, ...(traceparent !== undefined && { traceparent }) };
  const epoch = epochOf(source, position);
  return source
    .publishing(commit)
    .flatMap((event, n) => (event === undefined ? [] : [{ ...event, source: service, epoch, position, n, ...why }]));
};

/** Deliveries as they may be kept outside of the service: with what is personal sealed. */
export const sealedDeliveries = (
  { sealing = noSealing }: Source,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> => Promise.all(deliveries.map((delivery) => sealing.seal(delivery)));

/**
 * Makes sure that a checkpoint was made from this log.
 * @throws LogContradictedError
 */
export const verifyLogPosition = async (owner: string, source: Source, logPosition: LogPosition): Promise<void> => {
  if (logPosition.position === 0) return;
  const [read] = await source.store.readLog(logPosition.position - 1, 1);
  const commit = read ?? (await source.store.commitAt(logPosition.position));
  if (commit === undefined) throw new LogContradictedError(owner, logPosition, 'the log ends before');
  const epoch = epochOf(source, logPosition.position);
  if (commit.meta.id !== logPosition.commitId || epoch !== logPosition.epoch) {
    throw new LogContradictedError(owner, logPosition, `the log says commit ${commit.meta.id}, epoch ${epoch}`);
  }
};
