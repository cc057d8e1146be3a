import type { Entries } from '@almanac/documents';
import { countWaiting, type EffectsObserver } from '@almanac/effects';
import type { Signer } from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import { codeOf } from '@almanac/i18n';
import type { BusObserver } from '@almanac/messaging';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LimitsOptions } from '../limits.ts';
import { messagesBehind } from './lagOnceBelow.ts';
import type { StartedReaders } from './startedReaders.ts';

/** The metrics of a service beside those of its requests. */
export interface ServiceMetrics {
  readonly tries: Counter<'outcome'>;
  readonly documentsMissed: Counter;
  readonly bus: BusObserver;
  readonly effects: EffectsObserver;
  /** Counts a refusal by a limit. */
  readonly onRefused: NonNullable<LimitsOptions['onRefused']>;
  /** Wraps a store to count and time its appends by outcome. */
  store(store: EventStore): EventStore;
  /** Wraps entries to count the terms of leases that this process takes. */
  entries(entries: Entries): Entries;
  /** Adds a metric that is read on request; it is omitted while it cannot be read. */
  watch(name: string, help: string, look: () => Promise<number>): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const createServiceMetrics = (registry: Registry): ServiceMetrics => {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const refusals = counter('almanac_limit_refusals_total', 'Requests that a limit refused or dropped', ['limit']);
  return {
    onRefused: (limit) => refusals.labels({ limit }).inc(),
    tries: counter('almanac_append_tries_total', 'Tries to write a batch of commits, by what came of them', [
      'outcome',
    ]),
    documentsMissed: counter('almanac_documents_missed_total', 'Commits whose documents the projector must make'),
    bus: observing(counter),
    effects: settling(registers),
    store: (store) => counted(store, registers),
    entries: (entries) => leasesCounted(entries, counter('almanac_lease_terms_total', 'Leases taken', ['lease'])),
    watch: (name, help, look) => {
      const collect = async (): Promise<void> => {
        const value = await look().catch(() => undefined);
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      };
      const gauge = new Gauge({ name, help, registers, collect });
    },
  };
};

/** Adds metrics of a service's backlogs. */
export const watchBacklog = (
  { watch }: ServiceMetrics,
  {
    entries,
    signer,
    effects,
    subscriptions,
  }: StartedReaders & { readonly entries: Entries; readonly signer: Pick<Signer, 'lag'> },
): void => {
  watch('almanac_unsigned_commits', 'Commits that are not signed', () => signer.lag());
  watch('almanac_parked_keys', 'Keys whose events are parked', async () => (await entries.list('parked-key')).length);
  watch('almanac_effect_lag_commits', 'Commits whose outside effects are not queued', async () =>
    Math.max(0, ...(await Promise.all(effects.map((running) => running.lag())))),
  );
  watch('almanac_effects_waiting', 'Outside effects that are not done, counted up to 10,000', () =>
    countWaiting(entries),
  );
  watch('almanac_subscription_lag_messages', 'Messages that subscriptions have not handled', () =>
    messagesBehind(subscriptions),
  );
};

type MakeCounter = <Label extends string>(name: string, help: string, labels: readonly Label[]) => Counter<Label>;

const observing = (counter: MakeCounter): BusObserver => {
  const deliveries = counter('almanac_deliveries_total', 'Integration events that arrived, by what became of them', [
    'subscription',
    'outcome',
  ]);
  const restarts = counter('almanac_subscription_restarts_total', 'Connections of a subscription made anew', [
    'subscription',
  ]);
  const count = (subscription: string, outcome: string): void => deliveries.labels({ subscription, outcome }).inc();
  return {
    handled: (subscription) => count(subscription, 'handled'),
    deadLettered: (subscription) => count(subscription, 'parked'),
    repeated: (subscription) => count(subscription, 'repeated'),
    restarted: (subscription) => restarts.labels({ subscription }).inc(),
  };
};

const settling = (registers: Registry[]): EffectsObserver => {
  const name = 'almanac_effect_duration_seconds';
  const help = 'Tries of outside effects, by what became of them';
  const tries = new Histogram({ name, help, labelNames: ['effect', 'outcome'], buckets: SECONDS, registers });
  return { settled: (effect, outcome, ms) => tries.labels({ effect, outcome }).observe(ms / 1_000) };
};

const counted = (store: EventStore, registers: Registry[]): EventStore => {
  const appends = new Histogram({
    name: 'almanac_append_duration_seconds',
    help: 'Appends by outcome: written, or the code of the refusal',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  });
  return {
    ...store,
    append: async (...given) => {
      const stop = appends.startTimer();
      try {
        const answer = await store.append(...given);
        stop({ outcome: 'written' });
        return answer;
      } catch (error) {
        stop({ outcome: String(codeOf(error) ?? 'failed') });
        throw error;
      }
    },
  };
};

const leasesCounted = (entries: Entries, terms: Counter<'lease'>): Entries => ({
  ...entries,
  insert: async (kind, id, ...rest) => {
    const inserted = await entries.insert(kind, id, ...rest);
    if (inserted && kind === 'lease') terms.labels({ lease: id.replace(/#.*/, '') }).inc();
    return inserted;
  },
});
