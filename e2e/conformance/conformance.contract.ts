import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, engines, onEngines } from '../engines/engines.ts';
import { type Case, replayScenario, type Scenario, type StepResult } from './conform.mjs';
import { offered } from './offered.ts';

const here = new URL('.', import.meta.url);
const users = JSON.parse(readFileSync(new URL('users.json', here), 'utf8')) as Record<string, unknown>;
/** How recorded exchanges are replayed. */
interface Replaying {
  /** The subject of the tests. */
  readonly title: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Members of the site file. */
  readonly site: object;
  /** The start of the names of files. */
  readonly files: string;
  /** Returns the root of the interface. @param base the site's root in English */
  root(base: string): string;
  /** Reads a file into what is sent and expected. */
  read(text: string): Case;
}

/** Every exchange that `CASES` names, as it was recorded. */
const AS_RECORDED: Replaying = {
  title: 'conformance',
  environment: {},
  site: { default_language: 'en' },
  files: process.env.CASES ?? '',
  root: (base) => base,
  read: (text) => JSON.parse(text) as Case,
};

/**
 * Writes the site file of the recordings without account passwords: no step signs in on a page, and hashing them would
 * take most of a start.
 */
const writeSiteFile = (folder: string, languages: Replaying['site']): string => {
  const site = JSON.parse(readFileSync(new URL('site.json', here), 'utf8')) as { users: { password?: string }[] };
  const file = join(folder, 'site.json');
  writeFileSync(
    file,
    JSON.stringify({ ...site, ...languages, users: site.users.map(({ password: _, ...user }) => user) }),
  );
  return file;
};

/** Returns the environment variables that a file sets for its sites. */
const environmentOf = ({ environment = {} }: Case): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

interface Turn {
  readonly file: string;
  readonly recorded: Case;
  readonly scenario: Scenario;
}

const turnsOf = ([file, only]: [string, (typeof offered)[string]], replaying: Replaying): Turn[] => {
  const recorded = replaying.read(readFileSync(new URL(`cases/${file}`, here), 'utf8'));
  const scenarios = recorded.scenarios.filter(({ name }) => only === 'all' || only.includes(name));
  return scenarios.map((scenario) => ({ file, recorded, scenario }));
};

/** Scenarios that are replayed one after another on one fresh site. */
type Round = readonly [Turn, ...Turn[]];

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** True if no step changes the site: it reads, or is refused. */
const changesNothing = ({ scenario }: Turn): boolean =>
  scenario.steps.every(({ method = 'GET', expect: { status } }) => READING.includes(method) || status >= 400);

/**
 * Returns a round for each scenario that changes its site, and one for all others with the same environment: they leave
 * the site as empty as it was recorded.
 */
const roundsOf = (turns: readonly Turn[]): Round[] => {
  const groups = Map.groupBy(turns, (turn) =>
    changesNothing(turn) ? JSON.stringify(environmentOf(turn.recorded)) : turn,
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
};

/**
 * Replays the recorded exchanges on those of some engines that `ENGINES` names. Every recorded step is a test; each
 * scenario runs on a fresh site, as it was recorded (conform.mjs), or after scenarios that change nothing.
 */
export const recordedExchangesOn = (names: readonly Engine['name'][], replaying: Partial<Replaying> = {}): void => {
  const among = engines().filter(({ name }) => names.includes(name));
  if (among.length === 0) it.skip(`conformance, skipped: ENGINES=${process.env.ENGINES}`, () => undefined);
  const how = { ...AS_RECORDED, ...replaying };
  onEngines(how.title, (engine) => replayAll(engine, how), among);
};

type Results = ReadonlyMap<Turn, StepResult[]>;

const replayAll = (engine: Engine, replaying: Replaying): void => {
  const asked = Object.entries(offered).filter(([file]) => file.startsWith(replaying.files));
  const rounds = roundsOf(asked.flatMap((each) => turnsOf(each, replaying)));
  const begun = new Map<Round, Promise<Results>>();
  let folder: string;
  let siteFile: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-conformance-'));
    siteFile = writeSiteFile(folder, replaying.site);
  });
  afterAll(async () => {
    await Promise.allSettled(begun.values());
    rmSync(folder, { recursive: true, force: true });
  });

  const replay = async (round: Round): Promise<Results> => {
    const environment = { ...environmentOf(round[0].recorded), ...replaying.environment };
    const site = await engine.start(siteFile, environment);
    const results = new Map<Turn, StepResult[]>();
    try {
      for (const turn of round)
        results.set(turn, await replayScenario(turn.scenario, replaying.root(site.base), users, 60_000));
      return results;
    } finally {
      await site.stop();
    }
  };
  const begin = (round: Round): Promise<Results> =>
    begun.getOrInsertComputed(round, () => {
      const results = replay(round);
      // the test of a step reports the error
      results.catch(() => undefined);
      return results;
    });

  const places = rounds.flatMap((round, place) =>
    round.map((turn) => ({ file: turn.file, name: turn.scenario.name, turn, round, following: rounds[place + 1] })),
  );
  describe.each(places)('$file $name', ({ turn, round, following }) => {
    let results: readonly StepResult[] = [];

    beforeAll(async () => {
      const replayed = begin(round);
      // a native site waits for the broker during most of its start, so several start at once
      if (following !== undefined) begin(following);
      results = (await replayed).get(turn) ?? [];
    });

    it.each(turn.scenario.steps.map((step, index) => ({ index, name: step.name })))('$name', ({ index }) => {
      expect(results[index]?.diffs).toEqual([]);
    });
  });
};
