import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@almanac/contracts';
import { type Log, silentLog } from '@almanac/service';
import type { RunningSite } from '../all-in-one/compose.ts';
import { ADA_PASSWORD, siteOfAda, startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import { lagCommand } from './lag.ts';
import type { Surroundings } from './operatorCommand.ts';
import { knownServices, openFile, openServices, type ServiceData } from './serviceData.ts';

const site = siteOfAda();

/** Surroundings that record the output of commands. */
export interface Heard extends Surroundings {
  readonly lines: string[];
  /** The values that `--json` prints. */
  readonly results: unknown[];
}

export const heard = (data: string): Heard => {
  const lines: string[] = [];
  const results: unknown[] = [];
  return {
    lines,
    results,
    environment: { DATA: data },
    say: (line, ...values) => {
      lines.push(line);
      results.push(...values);
    },
    now: () => new Date('2026-03-01T10:00:00Z'),
    progress: () => ({ update: () => undefined, stop: () => undefined }),
  };
};

/** Creates the folders of one spec. */
export const folderForSpec = async () => {
  const base = await mkdtemp(join(tmpdir(), 'almanac-ops-'));
  const data = join(base, 'data');
  return { data, backup: join(base, 'backup'), remove: () => rm(base, { recursive: true, force: true }) };
};

/** Creates the empty databases of a stopped site in a folder, and opens the data of one service. */
export const openEmptyData = async (folder: string, service: ServiceName): Promise<ServiceData> => {
  await mkdir(folder);
  for (const each of knownServices) await openFile(join(folder, `${each.name}.sqlite`), each).close();
  return openServices(folder, [service])[0] as ServiceData;
};

export const startOn = (data: string, log: Log = silentLog): Promise<RunningSite> =>
  startSiteUnderTest(site, { data, log });

/** Starts a site for all specs of a block, in a folder of its own. */
export const siteForSpecs = () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let site: RunningSite;
  beforeAll(async () => {
    folder = await folderForSpec();
    site = await startOn(folder.data);
  });
  afterAll(async () => {
    await site.stop();
    await folder.remove();
  });
  return {
    running: () => site,
    ask: (method: string, path: string, body?: object) => askAsAda(site, method, path, body),
  };
};

/**
 * Sends a request to a site as its administrator and returns the body.
 * @throws Error for a refusal
 */
export const ask = async <Body>(site: RunningSite, path: string, body?: object): Promise<Body> => {
  const answer = await askAsAda(site, body === undefined ? 'GET' : 'POST', path, body);
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
};

/** Sends a request to a site as its administrator and returns the answer, even a refusal. */
export const askAsAda = async ({ port }: RunningSite, method: string, path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}/en/json${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`ada:${ADA_PASSWORD}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
};

/** Creates an event and returns its id. */
export const makeEvent = async (running: RunningSite, title: string, more: object = {}): Promise<number> => {
  const dates = { start_date: '2026-06-01 19:00:00', end_date: '2026-06-01 21:00:00' };
  const { id } = await ask<{ id: number }>(running, '/cal/events/v1/events', { title, ...dates, ...more });
  return id;
};

/** Long enough on a busy machine. */
const WITHIN = 120_000;

/** Resolves when the subscriptions of a running site have handled all logs. Returns the output of `lag`. */
export const caughtUp = async (data: string): Promise<readonly string[]> => {
  for (const until = performance.now() + WITHIN; ; await pause(20)) {
    const lagging = heard(data);
    await lagCommand.run([], lagging);
    const readers = lagging.lines.filter((line) => line.endsWith(' behind'));
    if (readers.length > 0 && readers.every((line) => line.endsWith(': 0 commits behind'))) return readers;
    if (performance.now() > until) throw new Error(`still behind after ${WITHIN} ms: ${readers.join('; ')}`);
  }
};
