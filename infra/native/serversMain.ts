import { createLog, stopOnSignals } from '@almanac/service';
import { startServers } from './nativeServers.ts';

/** `npm run infra:native`: the broker and the store alone, for services that are started by hand. */
const servers = await startServers({ folder: process.env.DATA || undefined });
const log = createLog({ level: 'info', pretty: true });
stopOnSignals(servers.stop, { log, exit: process.exit, signals: process });
console.log(`MONGODB_URL='${servers.mongodbUrl}'\nKAFKA_BROKERS='${servers.brokers}'`);
