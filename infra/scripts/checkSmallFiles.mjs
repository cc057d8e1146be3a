// Fails where a file under MIN_LINES has one importer and no spec (`npm run check`): fold it into its importer.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIN_LINES = 30;
/** Small files that are left. The maximum only falls. */
const MAX_SMALL_FILES = 0;

const IMPORT = /(?:from |import |import\()'(\.[^']+\.ts)'/g;

const files = globSync('{e2e,gateway,infra,libs/*,services/*}/**/*.ts', {
  // files of the console are imported by others with the ending .tsx
  exclude: (path) => path.includes('node_modules') || path.startsWith('services/console'),
});
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
const importers = new Map(files.map((path) => [path, new Set()]));
for (const [path, text] of texts)
  for (const [, target] of text.matchAll(IMPORT)) importers.get(join(dirname(path), target))?.add(path);
const exported = globSync('{gateway,infra,libs/*,services/*}/package.json').flatMap((manifest) =>
  Object.values(JSON.parse(readFileSync(manifest, 'utf8')).exports ?? {}).map((target) =>
    join(dirname(manifest), target),
  ),
);

const isSmall = (path) =>
  importers.get(path).size === 1 &&
  texts.get(path).split('\n').length - 1 < MIN_LINES &&
  !existsSync(path.replace(/\.ts$/, '.spec.ts'));
const small = files.filter(
  (path) => !/(?:^e2e\/|\.(?:spec|contract|d)\.ts$)/.test(path) && !exported.includes(path) && isSmall(path),
);

if (small.length !== MAX_SMALL_FILES) {
  console.error(
    small.length > MAX_SMALL_FILES
      ? `${small.length} files under ${MIN_LINES} lines have one importer and no spec, at most ${MAX_SMALL_FILES} may: fold each into its importer`
      : `${small.length} files under ${MIN_LINES} lines have one importer and no spec: lower MAX_SMALL_FILES from ${MAX_SMALL_FILES} in infra/scripts/checkSmallFiles.mjs`,
  );
  for (const path of small) console.error(path);
  process.exitCode = 1;
}
