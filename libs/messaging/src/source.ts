import type { Publishing, ServiceName } from '@almanac/contracts';
import type { Commit, EventStore } from '@almanac/event-store';
import type { Delivery } from './bus.ts';
import { type LogPosition, START } from './checkpoint.ts';
import { noSealing, type Sealing } from './personal/sealing.ts';

/** A service's log with the mapping to its integration events. */
export interface Source {
  readonly store: EventStore;
  readonly publishing: Publishing;
  /** The last position of the log at each of its restores from a backup; each restore begins a new epoch. */
  readonly restores?: readonly number[];
  /** Seals personal members before they leave the service; absent: they leave unsealed. */
  readonly sealing?: Sealing;
}

/**
 * The log is not the one of the checkpoint: it ends before the checkpoint, or has another commit there. The owner of
 * the checkpoint stops until an operator has decided where to continue.
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

/** Returns the epoch of a position of a log. */
export const epochOf = (source: Source, position: number): number => epochAt(source.restores ?? [], position);

/** @param restores the last position of the log at each restore */
export const epochAt = (restores: readonly number[], position: number): number =>
  1 + restores.filter((end) => end < position).length;

/** Returns the log position after all events of a commit. */
export const endOf = (source: Source, commit: Commit): LogPosition => ({
  epoch: epochOf(source, commit.position),
  position: commit.position,
  n: commit.events.length - 1,
  commitId: commit.meta.id,
});

/** Returns the last position of a log. */
export const lastLogPosition = async (source: Source): Promise<LogPosition> => {
  const [commit] = await source.store.readLog(Math.max(0, (await source.store.last()) - 1), 1);
  return commit === undefined ? START : endOf(source, commit);
};

/** Returns the published events of a commit, in order, as deliveries. */
export const deliveriesOf = (service: ServiceName, source: Source, commit: Commit): Delivery[] => {
  const { meta, position } = commit;
  const { at, principal, language, correlation, causation, traceparent } = meta;
  const why = { at, principal, language, correlation, causation, ...(traceparent !== undefined && { traceparent }) };
  const epoch = epochOf(source, position);
  return source
    .publishing(commit)
    .flatMap((event, n) => (event === undefined ? [] : [{ ...event, source: service, epoch, position, n, ...why }]));
};

/** Returns deliveries in the form for storage outside the service: with personal members sealed. */
export const sealedDeliveries = (
  { sealing = noSealing }: Source,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> => Promise.all(deliveries.map((delivery) => sealing.seal(delivery)));

/**
 * Checks that a checkpoint belongs to this log.
 * @throws LogContradictedError if it does not
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
