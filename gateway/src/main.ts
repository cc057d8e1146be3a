import { memoryEntries } from '@almanac/messaging';
import { createKafkaBus } from '@almanac/messaging/kafka';
import {
  applySiteMessages,
  createLog,
  kafkaOptions,
  openListener,
  readSiteFile,
  requireOwnKey,
  startOrExit,
  stopOnSignals,
  warnOfMistypedSettings,
} from '@almanac/service';
import { startTelemetry } from '@almanac/telemetry';
import { gatewayVariables, readSettings } from './settings.ts';
import { startGateway } from './startGateway.ts';
import { connectionLimit } from './trustedProxies.ts';

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const pretty = settings.LOG_FORMAT === 'pretty';
  const log = createLog({ level: settings.LOG_LEVEL, pretty }).child({ service: 'gateway' });
  applySiteMessages(settings.MESSAGES, log);
  warnOfMistypedSettings(log, process.env, gatewayVariables.shape);
  requireOwnKey(settings, 'gateway');
  const site = await readSiteFile(settings.SITE_FILE);
  const parts = new AsyncDisposableStack();
  const telemetry = await startTelemetry(settings, { part: 'gateway', log });
  parts.defer(() => telemetry?.stop());
  const kafka = { ...kafkaOptions(settings), clientId: 'almanac-gateway', log, entries: memoryEntries() };
  const bus = parts.adopt(createKafkaBus(kafka), (made) => made.close());
  const listener = await openListener({
    port: settings.PORT,
    ...(settings.HOST && { host: settings.HOST }),
    connectionLimit: connectionLimit(settings.TRUSTED_PROXIES, log),
    halfOpen: true,
  });
  stopOnSignals(() => parts.disposeAsync(), {
    log,
    exit: process.exit,
    signals: process,
    timeout: settings.DRAIN_MS + 20_000,
  });
  await startGateway({ settings, site, log, bus, listener }, parts);
  log.info({ port: listener.port, services: [...settings.SERVICE_ADDRESSES.keys()] }, 'gateway listening');
};

await startOrExit(start);
