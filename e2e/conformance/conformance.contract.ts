import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engines, onEngines } from '../engines/engines.ts';
import { type Case, replayScenario, type Scenario, type StepResult } from './conform.mjs';
import { offered } from './offered.ts';

const here = new URL('.', import.meta.url);
const users = JSON.parse(readFileSync(new URL('users.json', here), 'utf8')) as Record<string, unknown>;
const read = (file: string): Case => JSON.parse(readFileSync(new URL(`cases/${file}`, here), 'utf8')) as Case;

/**
 * Writes the site file of the recordings without account passwords: no step signs in on a page, and hashing them would
 * take most of a start.
 */
const writeSiteFile = (folder: string): string => {
  const site = JSON.parse(readFileSync(new URL('site.json', here), 'utf8')) as { users: { password?: string }[] };
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ ...site, users: site.users.map(({ password: _, ...user }) => user) }));
  return file;
};

/** Returns the environment variables that a file sets for its sites. */
const environmentOf = ({ environment = {} }: Case): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** Files whose name starts with `CASES`; all files if it is not set. */
const asked = Object.entries(offered).filter(([file]) => file.startsWith(process.env.CASES ?? ''));

/** Another form of the exchanges: under a profile of names. */
interface Form {
  /** The subject of its tests. */
  readonly title: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The path of the REST root. */
  readonly root: string;
  readonly render: (scenario: Scenario) => Scenario;
}

const RECORDED: Form = { title: 'conformance', environment: {}, root: '/en/json', render: (scenario) => scenario };

interface Turn {
  readonly file: string;
  readonly recorded: Case;
  readonly scenario: Scenario;
}

const turnsOf = ([file, only]: (typeof asked)[number]): Turn[] => {
  const recorded = read(file);
  const scenarios = recorded.scenarios.filter(({ name }) => only === 'all' || only.includes(name));
  return scenarios.map((scenario) => ({ file, recorded, scenario }));
};

/**
 * Replays the recorded exchanges on those of some engines that `ENGINES` names. Every recorded step is a test; each
 * scenario runs on a fresh site, as it was recorded (conform.mjs).
 */
export const recordedExchangesOn = (names: readonly Engine['name'][], form = RECORDED): void => {
  const among = engines().filter(({ name }) => names.includes(name));
  if (among.length === 0) it.skip(`conformance, skipped: ENGINES=${process.env.ENGINES}`, () => undefined);
  onEngines(form.title, (engine) => replayAll(engine, form), among);
};

const replayAll = (engine: Engine, { environment, root, render }: Form): void => {
  const turns = asked.flatMap(turnsOf);
  const begun = new Map<Turn, Promise<StepResult[]>>();
  let folder: string;
  let siteFile: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-conformance-'));
    siteFile = writeSiteFile(folder);
  });
  afterAll(async () => {
    await Promise.allSettled(begun.values());
    rmSync(folder, { recursive: true, force: true });
  });

  const replay = async ({ recorded, scenario }: Turn): Promise<StepResult[]> => {
    const site = await engine.start(siteFile, { ...environmentOf(recorded), ...environment });
    try {
      const base = new URL(root, site.base).href;
      return await replayScenario(render(scenario), base, users, 60_000);
    } finally {
      await site.stop();
    }
  };
  const begin = (turn: Turn): Promise<StepResult[]> =>
    begun.getOrInsertComputed(turn, () => {
      const results = replay(turn);
      // the test of this step reports the error
      results.catch(() => undefined);
      return results;
    });

  describe.each(turns)('$file $scenario.name', (turn) => {
    let results: StepResult[] = [];

    beforeAll(async () => {
      const following = turns[turns.indexOf(turn) + 1];
      const replayed = begin(turn);
      // a native site waits for the broker during most of its start, so several start at once
      if (following !== undefined) begin(following);
      results = await replayed;
    });

    it.each(turn.scenario.steps.map((step, index) => ({ index, name: step.name })))('$name', ({ index }) => {
      expect(results[index]?.diffs).toEqual([]);
    });
  });
};
