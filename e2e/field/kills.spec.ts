import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withRealFile } from '../realFiles.ts';
import { expectContinued, importWhole } from './killedImport.ts';

const filesIn = (folder: string, ending: string): string[] => {
  const path = fileURLToPath(new URL(`${folder}/`, import.meta.url));
  return readdirSync(path).flatMap((name) => (name.endsWith(ending) ? [path + name] : []));
};

/** Kills of imports of real files, of which the largest takes minutes; `killedImports.e2e.ts` has running sites. */
const REAL_FILES = {
  'santarosa.ics': process.env.LONG === '1' ? 10 : 1,
  'davis.ics': 10,
  'theme-unit-test.wxr.xml': 10,
};

/** The number of files that are killed at ten moments; the others are killed at one. */
const LARGEST_FILES = 5;

describe('An import of a file from the field', () => {
  it('has the same result after a kill at a random moment', async () => {
    const files = [...filesIn('calendars', '.ics'), ...filesIn('exports', '.xml')];
    const whole = await Promise.all(files.map(importWhole));
    const bySize = whole.filter(({ requests }) => requests > 0).toSorted((one, other) => other.requests - one.requests);
    for (const [index, each] of bySize.entries()) await expectContinued(each, index < LARGEST_FILES ? 10 : 1);
  });

  for (const [name, kills] of Object.entries(REAL_FILES))
    withRealFile(name, `has the same result after each of some kills: ${name}`, async (file) =>
      expectContinued(await importWhole(file), kills),
    );
});
