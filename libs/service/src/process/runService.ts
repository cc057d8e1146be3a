import { startTelemetry } from '@almanac/telemetry';
import { ownSettings, type ServiceDefinition } from '../definition.ts';
import { createLog } from '../log.ts';
import { warnOfMistypedSettings } from '../mistypedSettings.ts';
import { requireOwnKey } from '../processSettings.ts';
import type { ServiceApp } from '../service.ts';
import { stopOnSignals } from '../shutdown.ts';
import { readSiteFile } from '../siteFile.ts';
import { applySiteMessages } from '../siteMessages.ts';
import { startOrExit } from '../startOrExit.ts';
import { readServiceSettings, serviceVariables } from './settings.ts';
import { startService } from './startService.ts';

type Host = Pick<NodeJS.Process, 'env' | 'exit' | 'stderr'> & Parameters<typeof stopOnSignals>[1]['signals'];

/**
 * Runs a service's process: reads the environment, starts the service, serves until a signal arrives.
 * Faults of the environment are written to standard error, and the process exits with 1.
 */
export const runService = <App extends ServiceApp>(definition: ServiceDefinition<App>, host: Host): Promise<void> =>
  startOrExit(() => live(definition, host), host);

const live = async <App extends ServiceApp>(definition: ServiceDefinition<App>, host: Host): Promise<void> => {
  const settings = readServiceSettings(host.env);
  requireOwnKey(settings, definition.name);
  const site = await readSiteFile(settings.SITE_FILE);
  const pretty = settings.LOG_FORMAT === 'pretty';
  const log = createLog({ level: settings.LOG_LEVEL, pretty }).child({ service: definition.name });
  applySiteMessages(settings.MESSAGES, log);
  warnOfMistypedSettings(log, host.env, serviceVariables.shape);
  const ending = new AbortController();
  const parts = new AsyncDisposableStack();
  const telemetry = await startTelemetry(settings, { part: definition.name, log });
  parts.defer(() => telemetry?.stop());
  const starting = startService(
    definition,
    { settings, site, log, own: ownSettings(definition.name, host.env) },
    parts,
    ending.signal,
  );
  const stop = async (): Promise<void> => {
    ending.abort();
    await starting.catch(() => undefined);
    await parts.disposeAsync();
  };
  stopOnSignals(stop, { log, exit: host.exit, signals: host, timeout: settings.DRAIN_MS + 20_000 });
  try {
    const { port } = await starting;
    log.info({ port }, 'serves');
  } catch (error) {
    if (ending.signal.aborted) return;
    await parts.disposeAsync();
    throw error;
  }
};
