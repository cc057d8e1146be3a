import { publicOptions } from '@almanac/gateway/settings';
import { ConfigurationError, createLog, type Log, readSiteFile, stopOnSignals } from '@almanac/service';
import { createSiteClient, RefusedError } from '../import/siteClient.ts';
import { banner } from './banner.ts';
import { type RunningSite, startSite } from './compose.ts';
import { loadSample } from './sample/loadSample.ts';
import { readSettings } from './settings.ts';

type Settings = ReturnType<typeof readSettings>;

/** A first start without site file gets a sample, so that there is something to see. */
const fillFirstSite = async (running: RunningSite, { REST_PREFIX }: Settings, log: Log): Promise<number> => {
  const { firstCredentials: credentials } = running;
  if (credentials === undefined) return 0;
  const { login: user, password } = credentials;
  const root = `http://127.0.0.1:${running.port}`;
  const clientOf = (language: string) =>
    createSiteClient({ root: `${root}/${language}/${REST_PREFIX}`, user, password });
  try {
    return await loadSample(clientOf, Temporal.Now.plainDateISO('UTC'));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    log.warn({ err: error }, 'the sample could not be loaded');
    return 0;
  }
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const site = await readSiteFile(settings.SITE_FILE);
  const log = createLog({ level: settings.LOG_LEVEL, pretty: process.stdout.isTTY === true });
  const running = await startSite({
    ...publicOptions(settings),
    ...(settings.HOST !== undefined && { host: settings.HOST }),
    port: settings.PORT,
    data: settings.DATA,
    durability: settings.DURABILITY,
    site,
    log,
  });
  stopOnSignals(() => running.stop(), { log, exit: process.exit, signals: process });
  const sample = await fillFirstSite(running, settings, log);
  const address = settings.PUBLIC_URL ?? `http://localhost:${running.port}`;
  const { firstCredentials: credentials } = running;
  console.log(banner({ address, prefix: settings.REST_PREFIX, data: settings.DATA, site, credentials, sample }));
};

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exit(1);
}
