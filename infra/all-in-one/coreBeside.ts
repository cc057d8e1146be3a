import { definition as calendar } from '@almanac/calendar/definition';
import { type Sender, type ServiceName, serviceNumbers } from '@almanac/contracts';
import { definition as core } from '@almanac/core/definition';
import { createSqliteCounters, openDatabase } from '@almanac/documents/sqlite';
import { createEffects } from '@almanac/effects';
import { createNumbers } from '@almanac/event-sourcing';
import { createEmbeddedBus, createSources } from '@almanac/messaging/embedded';
import { createExpensiveAnswers } from '@almanac/rest';
import { createSecrets, newKey, readKeys } from '@almanac/secrets';
import {
  ConfigurationError,
  createFetchInternal,
  createLimits,
  defaultLimits,
  defaultSite,
  listen,
  type ServiceDefinition,
  type ServicePorts,
  silentLog,
} from '@almanac/service';
import { type OpenedData, openData, readDatabaseSettings } from '@almanac/service/data';
import type { SiteClient } from '../import/siteClient.ts';
import { LOOPBACK } from '../loopback.ts';
import { newSecret } from '../siteSecret.ts';
import { assembled, type Stoppable } from './assembled.ts';
import { IN_MEMORY } from './dataFolder.ts';
import { clientOf } from './internalClient.ts';

export interface CoreBeside extends Stoppable {
  readonly client: SiteClient;
}

/**
 * Opens core on the databases of a site on MongoDB, called as the site itself. The site may run.
 * @throws ConfigurationError if there is no site
 */
export const openMongodbCore = (environment: Readonly<Record<string, string | undefined>>): Promise<CoreBeside> =>
  assembled(async (parts) => {
    const settings = readDatabaseSettings(environment);
    const data = parts.adopt(await openData(settings, core), (opened) => opened.close());
    if ((await data.store.last()) === 0)
      throw new ConfigurationError(`MONGODB_URL holds no site whose databases begin with ${settings.DATABASE_PREFIX}.`);
    const { client } = parts.adopt(await openCoreBeside(data), (opened) => opened.stop());
    return { client };
  });

interface Beside {
  /** The data of the calendar, if core may ask it. */
  readonly calendar?: BesideData;
  /** The segment of REST addresses after the language. */
  readonly restPrefix?: string | undefined;
}

/**
 * Opens core on its data, called as the site itself. The site may run. This core is not started: it takes part in no
 * first start, follows no events and runs no effects. The site itself publishes what it appends.
 */
export const openCoreBeside = (data: BesideData, { calendar: beside, restPrefix }: Beside = {}): Promise<CoreBeside> =>
  assembled(async (parts) => {
    const secret = newSecret();
    const addresses = new Map<ServiceName, string>();
    const addressOf = (name: ServiceName): string | undefined => addresses.get(name);
    const fetchFrom = (from: Sender) => createFetchInternal({ from, addressOf, secret, now: () => new Date() });
    const serve = async (definition: ServiceDefinition, own: BesideData) => {
      const { name } = definition;
      const app = await definition.create(portsOn(own, { name, secret, fetchInternal: fetchFrom(name) }, parts), {});
      const { port, close } = await listen(app.listener, { port: 0, host: LOOPBACK });
      parts.defer(close);
      addresses.set(name, `http://${LOOPBACK}:${port}`);
    };
    await serve(core, data);
    if (beside !== undefined) await serve(calendar, beside);
    return { client: clientOf(fetchFrom('operator'), restPrefix) };
  });

type BesideData = Pick<OpenedData, 'store' | 'documents' | 'entries'>;

interface BesideService extends Pick<ServicePorts, 'secret' | 'fetchInternal'> {
  readonly name: ServiceName;
}

const portsOn = (
  data: BesideData,
  { name, secret, fetchInternal }: BesideService,
  parts: AsyncDisposableStack,
): ServicePorts => {
  const { entries, store, documents } = data;
  const now = () => new Date();
  const counters = parts.adopt(openDatabase(IN_MEMORY, { durability: 'normal' }), (opened) => opened.close());
  const limits = createLimits({
    settings: defaultLimits,
    secret,
    now,
    log: silentLog,
    counters: createSqliteCounters(counters, { now: Date.now }),
  });
  return {
    store,
    documents,
    entries,
    site: defaultSite,
    secret,
    now,
    limits,
    expensiveAnswers: createExpensiveAnswers(),
    log: silentLog,
    bus: createEmbeddedBus({ sources: createSources(), entries, log: silentLog }),
    effects: createEffects({ service: name, store, entries, now, log: silentLog }),
    secrets: createSecrets({ service: name, entries, keys: readKeys({ SECRETS_KEY: newKey() }) }),
    numbers: createNumbers(entries, serviceNumbers[name]),
    fetchInternal,
  };
};
