// Fails where there are more casts than MAX_CASTS (`npm run check`); `--list` prints all. A maximum only falls.
import { globSync, readFileSync } from 'node:fs';
import { castsIn } from './casts.mjs';

const MAX_CASTS = 60;
const MAX_DOUBLE_CASTS = 0;

const sources = globSync('{gateway,infra,libs/*,services/*}/**/*.ts', {
  exclude: (path) => path.includes('node_modules') || /\.(?:spec|contract|d)\.ts$/.test(path),
});
const casts = sources.flatMap((path) => castsIn(readFileSync(path, 'utf8')).map((cast) => ({ ...cast, path })));
const doubles = casts.filter(({ isDouble }) => isDouble);
const singles = casts.filter(({ isDouble }) => !isDouble);

if (process.argv.includes('--list'))
  for (const { path, line, code } of casts) console.log(`${path}:${line} ${code.replace(/\s+/g, ' ')}`);

const compare = (found, max, kind, constant) => {
  if (found.length === max) return;
  console.error(
    found.length > max
      ? `${found.length} casts ${kind}, at most ${max} are allowed: type the value where it comes from; \`node infra/scripts/checkCasts.mjs --list\` shows all`
      : `${found.length} casts ${kind}: lower ${constant} from ${max} in infra/scripts/checkCasts.mjs`,
  );
  process.exitCode = 1;
};
compare(doubles, MAX_DOUBLE_CASTS, '`as unknown as`', 'MAX_DOUBLE_CASTS');
compare(singles, MAX_CASTS, '`as Type`', 'MAX_CASTS');
