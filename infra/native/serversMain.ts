import { createLog, startOrExit, stopOnSignals } from '@almanac/service';
import { endWithNpm } from '../endWithNpm.ts';
import { refuseArguments } from '../refuseArguments.ts';
import { startServers } from './nativeServers.ts';
import { keptFolder } from './siteFolder.ts';

/** `npm run infra:native`: starts only the broker and the store, for services that are started by hand. */
const start = async (): Promise<void> => {
  refuseArguments('infra:native', process.argv.slice(2), ['DATA', 'NATIVE_LOG']);
  const servers = await startServers({ folder: keptFolder(process.env.DATA) });
  const log = createLog({ level: 'info', pretty: true });
  stopOnSignals(servers.stop, { log, exit: process.exit, signals: process });
  console.log(`MONGODB_URL='${servers.mongodbUrl}'\nKAFKA_BROKERS='${servers.brokers}'`);
};

endWithNpm();
await startOrExit(start);
