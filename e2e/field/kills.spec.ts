import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectContinued, importWhole } from './killedImport.ts';

const filesIn = (folder: string, ending: string): string[] => {
  const path = fileURLToPath(new URL(`${folder}/`, import.meta.url));
  return readdirSync(path).flatMap((name) => (name.endsWith(ending) ? [path + name] : []));
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
});
