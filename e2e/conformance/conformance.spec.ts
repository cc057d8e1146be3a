import { readFileSync } from 'node:fs';
import { onEngines } from '../engines/engines.ts';
import { type Case, replayScenario, type StepResult } from './conform.mjs';
import { offered } from './offered.ts';

const here = new URL('.', import.meta.url);
const users = JSON.parse(readFileSync(new URL('users.json', here), 'utf8')) as Record<string, unknown>;
const read = (file: string): Case => JSON.parse(readFileSync(new URL(`cases/${file}`, here), 'utf8')) as Case;

/** Of all files, or of those that `CASES` begins (one name). */
const asked = Object.entries(offered).filter(([file]) => file.startsWith(process.env.CASES ?? ''));

/** Every recorded step is a test; each scenario runs on a fresh site, as it was recorded (conform.mjs). */
onEngines('conformance', (engine) => {
  describe.each(asked)('%s', (file, only) => {
    const scenarios = read(file).scenarios.filter((scenario) => only === 'all' || only.includes(scenario.name));

    describe.each(scenarios)('$name', (scenario) => {
      let results: StepResult[] = [];

      beforeAll(async () => {
        const site = await engine.start(new URL('site.json', here).pathname);
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
