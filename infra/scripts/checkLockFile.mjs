/**
 * Fails on a lock file that `npm ci` refuses: one without the optional packages of every platform, or one that is not of
 * the present `package.json` files. Part of `npm run check`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionalNotLocked, outOfStep } from './lockFile.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));

const faults = [
  '',
  'infra/docs-site/',
  'infra/mutation/',
  'infra/openapi/',
  'infra/release/',
  'infra/sdk/',
  'services/console/',
].flatMap((folder) => {
  const lock = read(`${folder}package-lock.json`);
  const packageAt = (path) => read(`${folder}${path === '' ? '' : `${path}/`}package.json`);
  return [
    ...optionalNotLocked(lock).map(
      ({ of, name, version }) =>
        `${folder}package-lock.json lacks ${name} ${version} of ${of}: take a version of it whose optional packages the registry has`,
    ),
    ...outOfStep(lock, packageAt).map(
      (path) => `${folder}package-lock.json is not of ${path}/package.json: npm install`,
    ),
  ];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
