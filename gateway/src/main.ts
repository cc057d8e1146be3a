import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import { type Bus, memoryEntries } from '@almanac/messaging';
import { createKafkaBus } from '@almanac/messaging/kafka';
import {
  ConfigurationError,
  createFetchInternal,
  createLog,
  kafkaOptions,
  type Log,
  openListener,
  readSiteFile,
  stopOnSignals,
} from '@almanac/service';
import { createGateway, type Gateway } from './app.ts';
import { publicOptions, readSettings } from './settings.ts';
import { forgettingCredentials, gatewaySettings } from './subscriptions.ts';

type Settings = ReturnType<typeof readSettings>;

interface Around {
  readonly bus: Bus;
  readonly unready: () => Record<string, string>;
}

const makeBus = (settings: Settings, log: Log): Bus =>
  createKafkaBus({ ...kafkaOptions(settings), clientId: 'almanac-gateway', log, entries: memoryEntries() });

const makeGateway = async (settings: Settings, log: Log, { bus, unready }: Around) => {
  const addresses = settings.SERVICE_ADDRESSES as ReadonlyMap<ServiceName, string>;
  const now = () => new Date();
  const secret = settings.PRINCIPAL_SECRET;
  const fetchInternal = createFetchInternal({ addressOf: (name) => addresses.get(name), secret, now });
  const siteSettings = gatewaySettings({ bus, fetchInternal, log, site: await readSiteFile(settings.SITE_FILE) });
  const gateway = createGateway({
    ...publicOptions(settings),
    ...{ addresses, fetchInternal, secret, now, log, unready },
    settings: siteSettings,
    newId: randomUUID,
    bodyLimit: settings.BODY_LIMIT,
    serviceTimeout: settings.SERVICE_TIMEOUT,
  });
  return { gateway, siteSettings };
};

/** Until the brokers are reached it serves, but is not ready: revoked credentials would be believed for a minute. */
const hearOfCredentials = (gateway: Gateway, bus: Bus, log: Log): { now: boolean } => {
  const hearing = { now: false };
  bus.subscribe(forgettingCredentials(gateway)).then(
    () => {
      hearing.now = true;
    },
    (error: unknown) => log.error({ err: error }, 'the gateway does not hear of credentials that change'),
  );
  return hearing;
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const pretty = settings.LOG_FORMAT === 'pretty';
  const log = createLog({ level: settings.LOG_LEVEL, pretty }).child({ service: 'gateway' });
  let hearing: ReturnType<typeof hearOfCredentials> | undefined;
  const unready = () => ({ ...listener.unready(), ...(hearing?.now ? {} : { bus: 'not reached yet' }) });
  const bus = makeBus(settings, log);
  const { gateway, siteSettings } = await makeGateway(settings, log, { bus, unready });
  const listener = await openListener({ port: settings.PORT, ...(settings.HOST && { host: settings.HOST }) });
  const stop = async (): Promise<void> => {
    await listener.drain(settings.DRAIN_MS);
    await listener.close();
    gateway.stop();
    await siteSettings.stop();
    await bus.close();
  };
  stopOnSignals(stop, { log, exit: process.exit, signals: process, timeout: settings.DRAIN_MS + 20_000 });
  hearing = hearOfCredentials(gateway, bus, log);
  await siteSettings.start();
  listener.serve(gateway.listener);
  await gateway.start();
  log.info({ port: listener.port, services: [...settings.SERVICE_ADDRESSES.keys()] }, 'the gateway listens');
};

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
