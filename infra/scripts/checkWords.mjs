// Fails where more wordings break a rule than its maximum allows (`npm run check`); `--list` prints all. A maximum only falls.
import { globSync, readFileSync } from 'node:fs';
import { refusedWordings, WORDING_RULES } from './words.mjs';

const MAXIMA = { riddle: 0, bareConstant: 0, participleType: 0, fragmentTitle: 0, testOutsideDescribe: 0 };

const sources = globSync('{gateway,infra,e2e,libs/*,services/*}/**/*.ts', {
  exclude: (path) => path.includes('node_modules') || path.includes('fixture-service/repository'),
}).filter((path) => path !== 'infra/scripts/words.spec.ts');
const found = sources.flatMap((path) => refusedWordings(readFileSync(path, 'utf8')).map((each) => ({ ...each, path })));

if (process.argv.includes('--list'))
  for (const { path, line, rule } of found) console.log(`${path}:${line} ${rule}: ${WORDING_RULES.get(rule).advice}`);

for (const [rule, { advice }] of WORDING_RULES) {
  const count = found.filter((each) => each.rule === rule).length;
  if (count === MAXIMA[rule]) continue;
  console.error(
    count > MAXIMA[rule]
      ? `${count} wordings of the kind ${rule}, at most ${MAXIMA[rule]} are allowed: ${advice}; \`node infra/scripts/checkWords.mjs --list\` shows all`
      : `${count} wordings of the kind ${rule}: lower its maximum from ${MAXIMA[rule]} in infra/scripts/checkWords.mjs`,
  );
  process.exitCode = 1;
}
