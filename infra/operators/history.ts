import { parseArgs } from 'node:util';
import { ConfigurationError } from '@almanac/service';
import { writePrivately } from '../privateFiles.ts';
import { type Change, recordHistory } from './recordHistory.ts';
import { withServices } from './serviceData.ts';

const USAGE = `Who changed a record what when, from the log of the data folder (DATA, default ./data) or, where MONGODB_URL is set, on
MongoDB (DATABASE_PREFIX as the services have it); the site may run.

  npm run history -- event 12
  npm run history -- venue 1007 --json`;

const print = ({ at, who, type, set, version }: Change): void => {
  console.log(`${at}  ${who}  ${type}  (version ${version})`);
  for (const member of set) console.log(`    ${member}`);
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [kind, id] = positionals;
  if (kind === undefined || id === undefined) throw new ConfigurationError(USAGE);
  const around = { environment: process.env };
  const changes = await withServices(around, [], (services) => recordHistory(services, kind, id));
  if (values.json) console.log(JSON.stringify(changes, null, 2));
  else changes.forEach(print);
};

writePrivately();
try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
