import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@almanac/contracts';
import {
  ConfigurationError,
  createFetchInternal,
  createLog,
  listen,
  readSiteFile,
  stopOnSignals,
} from '@almanac/service';
import { createGateway } from './app.ts';
import { publicOptions, readSettings } from './settings.ts';

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const log = createLog({ level: settings.LOG_LEVEL, pretty: process.stdout.isTTY === true });
  const addresses = settings.SERVICES as ReadonlyMap<ServiceName, string>;
  const now = () => new Date();
  const secret = settings.SECRET;
  const gateway = createGateway({
    ...publicOptions(settings),
    addresses,
    fetchInternal: createFetchInternal({ addressOf: (name) => addresses.get(name), secret, now }),
    site: await readSiteFile(settings.SITE_FILE),
    secret,
    now,
    newId: randomUUID,
    log,
    bodyLimit: settings.BODY_LIMIT,
    serviceTimeout: settings.SERVICE_TIMEOUT,
  });
  const listening = await listen(gateway.listener, {
    port: settings.PORT,
    ...(settings.HOST && { host: settings.HOST }),
  });
  const stop = async (): Promise<void> => {
    await listening.close();
    gateway.stop();
  };
  stopOnSignals(stop, { log, exit: process.exit, signals: process });
  await gateway.start();
  log.info({ port: listening.port, services: [...addresses.keys()] }, 'the gateway listens');
};

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
