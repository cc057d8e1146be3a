import { createLog, stopOnSignals } from '@almanac/service';
import { endWithNpm } from '../endWithNpm.ts';
import { startServers } from './nativeServers.ts';
import { keptFolder } from './siteFolder.ts';

endWithNpm();
/** `npm run infra:native`: starts only the broker and the store, for services that are started by hand. */
const servers = await startServers({ folder: keptFolder(process.env.DATA) });
const log = createLog({ level: 'info', pretty: true });
stopOnSignals(servers.stop, { log, exit: process.exit, signals: process });
console.log(`MONGODB_URL='${servers.mongodbUrl}'\nKAFKA_BROKERS='${servers.brokers}'`);
