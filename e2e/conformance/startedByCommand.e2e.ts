import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Servers } from '@almanac/infra/native-servers';
import { native } from '../engines/native.ts';
import { root } from '../engines/root.ts';
import { sharedServers } from '../engines/sharedServers.ts';
import { siteFile } from '../site.ts';
import { type Case, replayScenario, startSite } from './conform.mjs';

const here = new URL('.', import.meta.url);
const users = JSON.parse(readFileSync(new URL('users.json', here), 'utf8')) as Record<string, unknown>;
const recorded = JSON.parse(readFileSync(new URL('cases/calendar-v1-more.json', here), 'utf8')) as Case;
/** One scenario is enough to see that a command starts the same site. */
const scenarios = process.env.LONG === undefined ? recorded.scenarios.slice(0, 1) : recorded.scenarios;

/** Returns the shell command that starts a site as a person does, on the port in `PORT`. */
const command = (starter: string, variables: Readonly<Record<string, string>>): string => {
  const all = { ...variables, SITE_FILE: siteFile, LOG_LEVEL: 'warn' };
  const assignments = Object.entries(all).map(([name, value]) => `${name}='${value}'`);
  return `cd '${root}' && ${assignments.join(' ')} exec node ${starter}`;
};

/** Replays some scenarios; `conformance.contract.ts` replays the rest on sites inside the tests. */
const answersAsRecorded = async (start: () => string): Promise<void> => {
  for (const scenario of scenarios) {
    const site = await startSite(start(), '/en/json', 300);
    try {
      const results = await replayScenario(scenario, site.base, users, 60_000);
      expect(results.filter(({ diffs }) => diffs.length > 0)).toEqual([]);
      expect(results).toHaveLength(scenario.steps.length);
    } finally {
      await site.stop();
    }
  }
};

describe('conformance of a site that a command has started', () => {
  it('holds for a site in one process on embedded (SQLite)', () =>
    answersAsRecorded(() => command('infra/all-in-one/main.mjs', { DATA: ':memory:' })));
});

const lacking = native.lacking();
const on = lacking === undefined ? `on native (${native.label()})` : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`conformance of a site that a command has started ${on}`, () => {
  let servers: Servers;
  beforeAll(async () => {
    servers = await sharedServers();
  });
  afterAll(() => servers?.stop());

  it('holds for a site with a process for each service and the gateway', () =>
    answersAsRecorded(() => {
      const own = `e2e-${randomUUID().slice(0, 8)}`;
      const { mongodbUrl: MONGODB_URL, brokers: KAFKA_BROKERS } = servers;
      const names = { DATABASE_PREFIX: own, TOPIC_PREFIX: own, TOPIC_PARTITIONS: '3' };
      return command('infra/native/main.ts', { MONGODB_URL, KAFKA_BROKERS, ...names });
    }));
});
