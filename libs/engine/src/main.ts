import { createLog, readEnvironment, startOrExit, stopOnSignals } from '@almanac/service';
import { startEngine } from './engine.ts';
import { engineVariables } from './settings.ts';

const start = async (): Promise<void> => {
  const settings = readEnvironment(engineVariables, process.env);
  const log = createLog({ level: settings.LOG_LEVEL, pretty: process.stdout.isTTY === true });
  const { LIBRETRANSLATE_URL: address, LIBRETRANSLATE_KEY: apiKey } = settings;
  const running = await startEngine({
    port: settings.PORT,
    host: settings.HOST,
    file: settings.ENGINE_FILE,
    key: settings.TRANSLATION_ENGINE_KEY,
    site: settings.PUBLIC_URL,
    ...(address !== undefined && { machine: { address, apiKey } }),
    log,
  });
  stopOnSignals(() => running.stop(), { log, exit: process.exit, signals: process });
  log.info({ address: running.address }, 'engine listening');
};

await startOrExit(start);
