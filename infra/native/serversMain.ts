import { createLog } from '@almanac/service';
import { endWithNpm } from '../endWithNpm.ts';
import { refuseArguments } from '../refuseArguments.ts';
import { startServers } from './nativeServers.ts';
import { exitWith, runParts } from './runParts.ts';
import { keptFolder } from './siteFolder.ts';

/** `npm run infra:native`: starts only the broker and the store, for services that are started by hand. */
const start = async (): Promise<void> => {
  refuseArguments('infra:native', process.argv.slice(2), ['DATA', 'NATIVE_LOG']);
  await runParts({
    log: createLog({ level: 'info', pretty: true }),
    start: async (parts, starting) =>
      parts.adopt(await startServers({ ...starting, folder: keptFolder(process.env.DATA) }), (servers) =>
        servers.stop(),
      ),
    begin: ({ mongodbUrl, brokers }) => console.log(`MONGODB_URL='${mongodbUrl}'\nKAFKA_BROKERS='${brokers}'`),
  });
};

endWithNpm();
await start().catch(exitWith);
