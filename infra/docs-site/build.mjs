/**
 * `npm run docs`: builds the pages of the repository as a site, in `built`. The pages stay as they are: this writes a copy
 * of each with its title and with addresses of the site in its links. The build fails on a link to a missing page or heading.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageOf } from './pageOf.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

const PAGES = ['*.md', 'docs/**/*.md', 'infra/**/*.md', 'e2e/*.md', '{gateway,services/*,libs/*}/*.md'];
const exclude = ['**/node_modules/**', 'e2e/fixture-service/**', 'docs/screenshots/**'];

const content = join(folder, 'src/content/docs');
rmSync(content, { recursive: true, force: true });
const paths = globSync(PAGES, { cwd: root, exclude });
const known = new Set(paths);
for (const path of paths) {
  const page = pageOf(path, readFileSync(join(root, path), 'utf8'), (target) => known.has(target));
  const file = join(content, page.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page.text);
}

const astro = join(folder, 'node_modules/astro/bin/astro.mjs');
if (!existsSync(astro)) throw new Error(`${astro} is not installed: npm run docs`);
const { status } = spawnSync(process.execPath, [astro, 'build', '--silent'], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
});
process.exitCode = status ?? 1;
