import { type ServiceName, serviceNumbers } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import { memoryDatabases } from '@almanac/documents/memory-databases-contract';
import { createSqliteCounters, createSqliteDocuments, createSqliteEntries } from '@almanac/documents/sqlite';
import { silentEffects } from '@almanac/effects/testing';
import { createNumbers } from '@almanac/event-sourcing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import type { Bus, Delivery, KeyedEventPosition, Subscription } from '@almanac/messaging';
import { createExpensiveAnswers } from '@almanac/rest';
import { secretsUnderTest } from '@almanac/secrets/testing';
import { defaultLimits, type LimitSettings } from './limitSettings.ts';
import { createLimits } from './limits.ts';
import { silentLog } from './log.ts';
import type { ServicePorts } from './service.ts';
import { readSite } from './siteFile.ts';

export { personKeysUnderTest } from '@almanac/secrets/testing';

const SECRET = 'a secret for specs';

export interface UnderTest extends Partial<ServicePorts> {
  readonly service: ServiceName;
  /** Every collection of the service. */
  readonly collections: readonly Collection[];
  readonly now: () => Date;
  /** The content of the site's file. */
  readonly described?: unknown;
  /** Limits that differ from the defaults. */
  readonly limitSettings?: Partial<LimitSettings> | undefined;
}

const openDatabase = memoryDatabases();

/** Creates a service's ports on SQLite in memory; by default no event arrives and no other service answers. */
export const portsUnderTest = (underTest: UnderTest): ServicePorts => {
  const { service, collections, now, described = {}, limitSettings, ...given } = underTest;
  const database = openDatabase(collections);
  const documents = createSqliteDocuments(database, collections);
  const entries = createSqliteEntries(database, { now: () => now().getTime() });
  const counters = createSqliteCounters(database, { now: () => now().getTime() });
  return {
    documents,
    entries,
    now,
    bus: busUnderTest().bus,
    effects: silentEffects,
    secrets: secretsUnderTest(service, entries),
    store: createSqliteEventStore(database, { documents }),
    numbers: createNumbers(entries, serviceNumbers[service]),
    log: silentLog,
    site: readSite(described),
    secret: SECRET,
    limits: createLimits({
      counters,
      settings: { ...defaultLimits, ...limitSettings },
      secret: SECRET,
      now,
      log: given.log ?? silentLog,
    }),
    expensiveAnswers: createExpensiveAnswers(),
    fetchInternal: async () => ({ status: 503, headers: new Headers(), body: undefined }),
    ...given,
  };
};

/** Creates a clock that a spec controls. */
export const clockUnderTest = (
  start: string,
): { readonly now: () => Date; readonly advance: (milliseconds: number) => void } => {
  let clock = Date.parse(start);
  return {
    now: () => new Date(clock),
    advance: (milliseconds) => {
      clock += milliseconds;
    },
  };
};

export type TestEvent = Pick<Delivery, 'type' | 'data'> & Partial<Delivery>;

const anyDelivery: Omit<Delivery, 'type' | 'data' | 'position'> = {
  source: 'core',
  epoch: 1,
  n: 0,
  key: 'spec',
  at: '2031-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'spec',
};

export interface BusUnderTest {
  readonly bus: Bus;
  /** Delivers events of other services to the subscriptions, in order, each at a position of its own. */
  deliver(...events: readonly TestEvent[]): Promise<void>;
}

export interface Hearing {
  /** True to deliver events to subscriptions of a single process as well. */
  readonly ephemeral?: boolean;
  /** Called for every awaited position. */
  readonly reached?: (position: KeyedEventPosition, patience: number) => Promise<boolean>;
}

/** Creates a bus on which a spec publishes events. */
export const busUnderTest = ({ ephemeral = false, reached }: Hearing = {}): BusUnderTest => {
  const subscriptions: Subscription[] = [];
  let position = 0;
  return {
    bus: {
      subscribe: async (subscription) => {
        if (ephemeral || subscription.ephemeral !== true) subscriptions.push(subscription);
        const wait = async (_source: unknown, awaited: KeyedEventPosition, patience: number) =>
          (await reached?.(awaited, patience)) ?? true;
        return { reached: wait, lag: async () => new Map(), stop: async () => undefined };
      },
      close: async () => undefined,
    },
    deliver: async (...events) => {
      for (const event of events) {
        position = event.position ?? position + 1;
        for (const { handle } of subscriptions) await handle({ ...anyDelivery, ...event, position });
      }
    },
  };
};
