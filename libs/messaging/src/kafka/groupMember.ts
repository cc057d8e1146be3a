import type { ServiceName } from '@almanac/contracts';
import { hasCode } from '@almanac/event-store';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { failureFields, type Log } from '../log.ts';
import type { BusObserver } from '../observer.ts';
import type { Time } from '../time.ts';
import type { Assignment } from './assignment.ts';
import { attempted } from './attempted.ts';
import { isOfKafka, readBatch, withHeartbeats } from './batch.ts';
import { type GroupSessionOptions, HEARTBEAT_MS, runGroupSession } from './groupSession.ts';
import type { StartOffsets } from './startOffsets.ts';
import type { Turns } from './turns.ts';

export interface GroupMemberOptions {
  readonly kafka: Kafka;
  readonly log: Log;
  readonly time: Time;
  readonly observer: BusObserver;
  readonly sessionTimeout: number;
  /** The names of the subscription and of its group. */
  readonly subscription: string;
  readonly group: string;
  /** The sources by topic. */
  readonly sources: ReadonlyMap<string, ServiceName>;
  readonly assignment: Assignment;
  /** The start offsets of an ephemeral subscription. */
  readonly offsets: StartOffsets | undefined;
  /** Runs handlers one after another: for a batch, or for dead letters. */
  readonly turns: Turns;
}

/** Milliseconds of pause after any failure. */
export const REST = 500;

/** This process's member of a subscription's group: joins, reads its partitions, and rejoins whenever that ends. */
export class GroupMember {
  readonly #options: GroupMemberOptions;

  constructor(options: GroupMemberOptions) {
    this.#options = options;
  }

  /**
   * Runs until the signal comes.
   * @throws LogContradictedError if the log contradicts a checkpoint
   */
  async run(signal: AbortSignal): Promise<void> {
    const { assignment, observer, subscription, log, time } = this.#options;
    const contradicted = new AbortController();
    const both = AbortSignal.any([signal, contradicted.signal]);
    const session = this.#session((error) => contradicted.abort(error));
    for (;;) {
      await attempted(log, { subscription }, () => runGroupSession(session, both));
      assignment.assign(new Map());
      if (contradicted.signal.aborted) throw contradicted.signal.reason;
      if (signal.aborted) return;
      observer.restarted(subscription);
      await time.sleep(REST, signal);
    }
  }

  #session(contradicted: (error: unknown) => void): GroupSessionOptions {
    const { kafka, time, sessionTimeout, group, sources, offsets } = this.#options;
    return {
      kafka,
      time,
      sessionTimeout,
      group,
      topics: [...sources.keys()],
      joined: (assigned, consumer) => {
        this.#assign(assigned);
        offsets?.seek(consumer);
      },
      eachBatch: async (payload, signal) => {
        const beating = { heartbeat: payload.heartbeat, time, interval: HEARTBEAT_MS };
        const read = (both: AbortSignal) => this.#options.turns.take(() => this.#read(payload, both, contradicted));
        await withHeartbeats(beating, signal, read);
      },
    };
  }

  #assign(assigned: Readonly<Record<string, readonly number[]>>): void {
    const { sources, assignment } = this.#options;
    assignment.assign(new Map([...sources].map(([topic, source]) => [source, assigned[topic] ?? []])));
  }

  /** Messages whose handling fails here are fetched again. */
  async #read(payload: EachBatchPayload, signal: AbortSignal, contradicted: (error: unknown) => void): Promise<void> {
    const { assignment, sources, subscription, log, time } = this.#options;
    const { topic, partition } = payload.batch;
    const source = sources.get(topic);
    if (signal.aborted || source === undefined) return;
    try {
      // only an instance that is still a member may take over its partitions
      await payload.heartbeat();
      await readBatch(this.#noting(payload), await assignment.reader(source, partition), signal);
    } catch (error) {
      if (isOfKafka(error)) throw error;
      assignment.forget(source, partition);
      if (hasCode(error, 'log-contradicted')) return contradicted(error);
      log.warn({ subscription, source, partition, ...failureFields(error) }, 'interrupted; retrying');
      await time.sleep(REST, signal);
    }
  }

  #noting(payload: EachBatchPayload): EachBatchPayload {
    const { topic, partition } = payload.batch;
    const resolveOffset = (offset: string): void => {
      payload.resolveOffset(offset);
      this.#options.offsets?.read(topic, partition, offset);
    };
    return { ...payload, resolveOffset };
  }
}
