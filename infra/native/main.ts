import { join } from 'node:path';
import { databaseFileOf } from '@almanac/manifest';
import { ConfigurationError, createLog, readSiteFile, stopOnSignals } from '@almanac/service';
import { banner } from '../all-in-one/banner.ts';
import { fillFirstSite } from '../all-in-one/sample/fillFirstSite.ts';
import { engineBeside } from '../engineBeside.ts';
import { writePrivately } from '../privateFiles.ts';
import { type Servers, startServers } from './nativeServers.ts';
import { type NativeSite, startNativeSite } from './nativeSite.ts';
import { readSettings } from './settings.ts';
import { openSiteFolder, type SiteFolder, whereDataAre } from './siteFolder.ts';

type Settings = ReturnType<typeof readSettings>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const startSite = (
  settings: Settings,
  { mongodbUrl, brokers }: Servers,
  { secret, keys, media }: SiteFolder,
  engine: Readonly<Record<string, string>>,
): Promise<NativeSite> =>
  startNativeSite({
    ...{ mongodbUrl, brokers, secret, say, port: settings.PORT, host: settings.HOST ?? '' },
    environment: {
      DATABASE_PREFIX: settings.DATABASE_PREFIX,
      TOPIC_PREFIX: settings.TOPIC_PREFIX,
      MEDIA_FOLDER: media,
      ...(settings.SECRETS_KEY === undefined ? keys : {}),
      ...engine,
      LOG_FORMAT: 'pretty',
    },
  });

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const site = await readSiteFile(settings.SITE_FILE);
  const log = createLog({ level: settings.LOG_LEVEL, pretty: true });
  const parts = new AsyncDisposableStack();
  const starting = (async () => {
    const folder = parts.adopt(openSiteFolder(settings.DATA), (opened) => opened.close());
    const given = { mongodbUrl: settings.MONGODB_URL, brokers: settings.KAFKA_BROKERS };
    const servers = parts.adopt(await startServers({ ...given, folder: folder.folder }), (running) => running.stop());
    const beside = { file: join(folder.folder, databaseFileOf('engine')), log };
    const { told } = parts.adopt(await engineBeside(process.env, beside), (engine) => engine.stop());
    const running = parts.adopt(await startSite(settings, servers, folder, told), (stopping) => stopping.stop());
    return { running, data: whereDataAre(settings, folder) };
  })();
  const stop = async (): Promise<void> => {
    await starting.catch(() => undefined);
    await parts.disposeAsync();
  };
  stopOnSignals(stop, { log, exit: process.exit, signals: process, timeout: 60_000 });
  try {
    await printAddresses(settings, await starting);
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }

  async function printAddresses(
    { PORT: port, REST_PREFIX: prefix, PUBLIC_URL }: Settings,
    { running, data }: { readonly running: NativeSite; readonly data: string },
  ): Promise<void> {
    const credentials = running.firstCredentials;
    const sample = await fillFirstSite({ port, prefix, credentials }, log);
    const address = PUBLIC_URL ?? `http://localhost:${port}`;
    console.log(banner({ address, prefix, data, site, credentials, sample }));
  }
};

writePrivately();
try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}
