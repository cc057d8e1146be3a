import { join } from 'node:path';
import { databaseFileOf } from '@almanac/manifest';
import { createLog, readSiteFile, type SiteFile } from '@almanac/service';
import { banner, firstBanner } from '../all-in-one/banner.ts';
import { fillFirstSite } from '../all-in-one/sample/fillFirstSite.ts';
import { endWithNpm } from '../endWithNpm.ts';
import { engineBeside } from '../engineBeside.ts';
import { writePrivately } from '../privateFiles.ts';
import { refuseArguments } from '../refuseArguments.ts';
import { type Servers, startServers } from './nativeServers.ts';
import { type NativeSite, startNativeSite } from './nativeSite.ts';
import { exitWith, runParts } from './runParts.ts';
import type { Starting } from './servers.ts';
import { nativeVariables, readSettings } from './settings.ts';
import { openSiteFolder, type SiteFolder, whereDataAre } from './siteFolder.ts';
import { bufferStartOutput } from './startOutput.ts';

type Settings = ReturnType<typeof readSettings>;

/**
 * The output of the site's parts from the banner on. Before it, only problems are shown; if the start fails, everything
 * is.
 */
const output = bufferStartOutput((line) => process.stdout.write(`${line}\n`));
let hasBegun = false;

const startSite = (
  settings: Settings,
  { mongodbUrl, brokers }: Servers,
  { secret, keys, media }: SiteFolder,
  engine: Readonly<Record<string, string>>,
  starting: Starting,
): Promise<NativeSite> =>
  startNativeSite({
    ...starting,
    mongodbUrl,
    brokers,
    secret,
    say: output.say,
    port: settings.PORT,
    host: settings.HOST,
    environment: {
      DATABASE_PREFIX: settings.DATABASE_PREFIX,
      TOPIC_PREFIX: settings.TOPIC_PREFIX,
      MEDIA_FOLDER: media,
      ...(settings.SECRETS_KEY === undefined ? keys : {}),
      ...engine,
      LOG_FORMAT: 'pretty',
    },
  });

type Log = ReturnType<typeof createLog>;

/** Starts servers, engine and site in this order and puts each on the stack, which stops them. */
const startParts = async (settings: Settings, log: Log, parts: AsyncDisposableStack, starting: Starting) => {
  const folder = parts.adopt(
    openSiteFolder(settings.DATA, { hasOwnKeys: settings.SECRETS_KEY !== undefined }),
    (opened) => opened.close(),
  );
  const given = { ...starting, mongodbUrl: settings.MONGODB_URL, brokers: settings.KAFKA_BROKERS };
  const servers = parts.adopt(await startServers({ ...given, folder: folder.folder }), (running) => running.stop());
  const beside = { file: join(folder.folder, databaseFileOf('engine')), log };
  const { told } = parts.adopt(await engineBeside(process.env, beside), (engine) => engine.stop());
  const running = parts.adopt(await startSite(settings, servers, folder, told, starting), (stopping) =>
    stopping.stop(),
  );
  return { running, data: whereDataAre(settings, folder) };
};

type StartedParts = Awaited<ReturnType<typeof startParts>>;

const tell = async (settings: Settings, site: SiteFile, { running, data }: StartedParts, log: Log): Promise<void> => {
  const { PORT: port, REST_PREFIX: prefix, PUBLIC_URL } = settings;
  const address = PUBLIC_URL ?? `http://localhost:${port}`;
  const credentials = running.firstCredentials;
  if (credentials !== undefined) console.log(firstBanner(address, credentials));
  const sample = await fillFirstSite({ ...running, port, prefix, credentials }, log);
  console.log(banner({ address, prefix, data, site, credentials, sample }));
  output.begin();
  hasBegun = true;
};

const start = async (): Promise<void> => {
  refuseArguments('start:native', process.argv.slice(2), Object.keys(nativeVariables.shape));
  const settings = readSettings(process.env);
  const site = await readSiteFile(settings.SITE_FILE);
  const log = createLog({ level: settings.LOG_LEVEL, pretty: true, hasBegun: () => hasBegun });
  const run = runParts({
    log,
    start: (parts, starting) => startParts(settings, log, parts, starting),
    begin: (started) => tell(settings, site, started, log),
  });
  await run.catch((error: unknown) => {
    output.showAll();
    throw error;
  });
};

writePrivately();
endWithNpm();
await start().catch(exitWith);
