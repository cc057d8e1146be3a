import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEngines } from '../engines/engines.ts';
import { type Case, replayScenario, type StepResult } from './conform.mjs';
import { offered } from './offered.ts';

const here = new URL('.', import.meta.url);
const users = JSON.parse(readFileSync(new URL('users.json', here), 'utf8')) as Record<string, unknown>;
const read = (file: string): Case => JSON.parse(readFileSync(new URL(`cases/${file}`, here), 'utf8')) as Case;

/**
 * The site as it was recorded, without the passwords that its users would sign in with on pages: no step does, and hashing
 * them would take most of a start.
 */
const writeSiteFile = (folder: string): string => {
  const site = JSON.parse(readFileSync(new URL('site.json', here), 'utf8')) as { users: { password?: string }[] };
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ ...site, users: site.users.map(({ password: _, ...user }) => user) }));
  return file;
};

/** The variables that a file wants to be set for its sites. */
const environmentOf = ({ environment = {} }: Case): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** Of all files, or of those that `CASES` begins (one name). */
const asked = Object.entries(offered).filter(([file]) => file.startsWith(process.env.CASES ?? ''));

/** Every recorded step is a test; each scenario runs on a fresh site, as it was recorded (conform.mjs). */
onEngines('conformance', (engine) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-conformance-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(asked)('%s', (file, only) => {
    const recorded = read(file);
    const scenarios = recorded.scenarios.filter((scenario) => only === 'all' || only.includes(scenario.name));

    describe.each(scenarios)('$name', (scenario) => {
      let results: StepResult[] = [];

      beforeAll(async () => {
        const site = await engine.start(writeSiteFile(folder), environmentOf(recorded));
        try {
          results = await replayScenario(scenario, site.base, users, 60_000);
        } finally {
          await site.stop();
        }
      });

      it.each(scenario.steps.map((step, index) => ({ index, name: step.name })))('$name', ({ index }) => {
        expect(results[index]?.diffs).toEqual([]);
      });
    });
  });
});
