/**
 * Asks the registry that npm is configured with which packages of the lock file have known faults (`npm run audit`). Ends
 * with 0 where there are none, 1 where there are, 2 where the registry could not be asked.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { advisoriesOf, lineOf } from './advisories.mjs';

const folder = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};

const asked = spawnSync('npm', ['audit', '--json', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'], {
  cwd: folder,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const audit = parsed(asked.stdout ?? '');
const advisories = advisoriesOf(audit, JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
if (advisories === undefined) {
  const why = asked.error?.message ?? audit?.message ?? audit?.error?.summary ?? `npm ended with ${asked.status}`;
  console.error(`Nothing is known: the registry could not be asked about faults of packages (${why}).`);
  console.error('Try again with a network, or with a registry that answers audits (npm config get registry).');
  process.exitCode = 2;
} else {
  for (const each of advisories) console.log(lineOf(each));
  if (advisories.length === 0) console.log('No package of the lock file has a fault that the registry knows.');
  process.exitCode = advisories.length > 0 ? 1 : 0;
}
