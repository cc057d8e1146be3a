import { withRealFile } from '../realFiles.ts';
import { expectContinued, importWhole } from './killedImport.ts';

const isLong = process.env.LONG === '1';
/** Moments of a kill; `kills.spec.ts` kills imports of the project's own files. */
const MOMENTS = isLong ? 10 : 1;
const LARGE_FILES = isLong ? ['santarosa.ics'] : [];

describe('An import of a real file', () => {
  for (const name of ['davis.ics', 'theme-unit-test.wxr.xml', ...LARGE_FILES])
    withRealFile(
      name,
      `has the same result after a kill at a random moment, ${MOMENTS} times: ${name}`,
      async (file) => {
        await expectContinued(await importWhole(file), MOMENTS);
      },
    );
});
