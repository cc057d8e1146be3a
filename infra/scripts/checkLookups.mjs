// Fails where a name from outside may find what every object has (`npm run check`); see `lookups.mjs`.
import { globSync, readFileSync } from 'node:fs';
import { unsafeLookups } from './lookups.mjs';

const sources = globSync('{gateway,infra,libs/*,services/*}/**/*.ts', {
  exclude: (path) => path.includes('node_modules'),
});
const faults = sources
  .filter((path) => !/\.(?:spec|contract)\.ts$/.test(path))
  .flatMap((path) => unsafeLookups(readFileSync(path, 'utf8')).map(({ line, name }) => `${path}:${line} ${name}`));

for (const fault of faults)
  console.error(`${fault} is looked up by any name: make it a Map, or ask Object.hasOwn first`);
if (faults.length > 0) process.exitCode = 1;
