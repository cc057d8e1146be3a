import { consoleFolder, publicOptions } from '@almanac/gateway/settings';
import { readKeys } from '@almanac/secrets';
import {
  applySiteMessages,
  createLog,
  expensiveAnswersOf,
  readSiteFile,
  startOrExit,
  stopOnSignals,
  warnOfMistypedSettings,
} from '@almanac/service';
import { startTelemetry } from '@almanac/telemetry';
import { endWithNpm } from '../endWithNpm.ts';
import { writePrivately } from '../privateFiles.ts';
import { refuseArguments } from '../refuseArguments.ts';
import { banner, firstBanner } from './banner.ts';
import { startSite } from './compose.ts';
import { saveMemory } from './memorySaving.ts';
import { fillFirstSite } from './sample/fillFirstSite.ts';
import { readSettings, siteVariables } from './settings.ts';

/** Megabytes that a site holds under load, besides the answers that it keeps. */
const HELD_MB = 216;

const start = async (): Promise<void> => {
  refuseArguments('start', process.argv.slice(2), Object.keys(siteVariables.shape));
  const settings = readSettings(process.env);
  const site = await readSiteFile(settings.SITE_FILE);
  const pretty = process.stdout.isTTY === true;
  let hasBegun = !pretty;
  const log = createLog({ level: settings.LOG_LEVEL, pretty, hasBegun: () => hasBegun });
  applySiteMessages(settings.MESSAGES, log);
  warnOfMistypedSettings(log, process.env, siteVariables.shape);
  const telemetry = await startTelemetry(settings, { part: 'site', log });
  const running = await startSite({
    ...publicOptions(settings, site),
    host: settings.HOST,
    port: settings.PORT,
    console: consoleFolder,
    data: settings.DATA,
    durability: settings.DURABILITY,
    beginAnew: settings.BEGIN_ANEW,
    environment: process.env,
    limits: settings.LIMITS,
    expensiveAnswers: expensiveAnswersOf(settings),
    ...(settings.SECRETS_KEY !== undefined && { secretKeys: readKeys(settings) }),
    site,
    log,
  });
  const endSaving = saveMemory({ fromMegabytes: settings.SAVE_MEMORY_FROM_MB ?? HELD_MB + settings.CACHE_MB });
  const stop = () =>
    running
      .stop()
      .finally(() => telemetry?.stop())
      .finally(endSaving);
  stopOnSignals(stop, { log, exit: process.exit, signals: process });
  const { port, firstCredentials: credentials } = running;
  const prefix = settings.REST_PREFIX;
  const address = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  if (credentials !== undefined) console.log(firstBanner(address, credentials));
  const sample = await fillFirstSite({ ...running, prefix, credentials }, log);
  console.log(banner({ address, prefix, data: settings.DATA, site, credentials, sample }));
  hasBegun = true;
};

writePrivately();
endWithNpm();
await startOrExit(start);
