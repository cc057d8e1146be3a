/**
 * Installs the dependencies when they are missing or not those of the lock file, so that a fresh clone just works; those
 * of a folder outside the workspaces where one is named. A Node that is too old can read this file, but not the next.
 */
const OLDEST = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`Almanac needs Node ${OLDEST} or newer to install itself; this is ${process.version}.`);
  console.error('Install a newer one from https://nodejs.org and try again. Nothing has been changed.');
  process.exit(1);
}

import('./installation.mjs').then(({ ensureInstalled }) => {
  process.exitCode = ensureInstalled(process.argv[2]);
});
