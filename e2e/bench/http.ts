import { fork } from 'node:child_process';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { closedLoop, type Load, median } from './measure.ts';
import { ms, perSecond, report, section } from './report.ts';

const RUN_MS = 3_000;
const READ_WIDTH = 16;
const WRITE_WIDTH = 8;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Wanted {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly status?: number;
}

/** One request on a kept connection; resolves to the body, refuses another status than the wanted one. */
const ask = (url: string, { method = 'GET', headers = {}, body, status = 200 }: Wanted = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, agent, headers }, (response: IncomingMessage) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === status) resolve(text);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const eventBody = (turn: number): string => {
  const day = new Date(Date.UTC(2031, 0, 1 + (turn % 700))).toISOString().slice(0, 10);
  return JSON.stringify({
    title: `Evening ${turn} by the harbour`,
    description: `Number ${turn}. ${'Bring a friend and something to share. '.repeat(10)}`,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    cost: '15',
  });
};

const create = (site: SiteProcess, turn: number): Promise<string> =>
  ask(`${site.root}/cal/events/v1/events`, {
    method: 'POST',
    status: 201,
    headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
    body: eventBody(turn),
  });

const fill = async (site: SiteProcess, from: number, to: number): Promise<void> => {
  let turn = from;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (turn < to) await create(site, turn++);
    }),
  );
};

/** The same reads of a bare server that sends the same bytes. */
const bareReads = async (body: string): Promise<Load> => {
  const peer = fork(new URL('peer.ts', import.meta.url), { stdio: 'inherit' });
  peer.send(body);
  const { port } = await new Promise<{ port: number }>((resolve) => peer.once('message', resolve));
  try {
    return await closedLoop(
      { width: READ_WIDTH, ms: RUN_MS },
      async () => void (await ask(`http://127.0.0.1:${port}/`)),
    );
  } finally {
    peer.kill();
  }
};

const reads = (url: string): Promise<Load> =>
  closedLoop({ width: READ_WIDTH, ms: RUN_MS }, async () => void (await ask(url)));

const LIST = '/cal/events/v1/events?start_date=2031-02-01&end_date=2032-12-31&per_page=10';

const benchReads = async (site: SiteProcess, what: string, path: string, goal?: number): Promise<Load> => {
  const url = site.root + path;
  const body = await ask(url);
  const pair = await median(
    3,
    ({ ratio }) => ratio,
    async () => {
      const limit = await bareReads(body);
      const load = await reads(url);
      return { limit, load, ratio: load.perSecond / limit.perSecond };
    },
  );
  report({
    what: `${what} (${body.length.toLocaleString('en-US')} bytes), ${READ_WIDTH} in flight`,
    figure: `${perSecond(pair.load.perSecond)}, p50 ${ms(pair.load.p50)}, p99 ${ms(pair.load.p99)}`,
    against: `bare node:http ${perSecond(pair.limit.perSecond)}`,
    ratio: pair.ratio,
    ...(goal !== undefined && { goal: `≥ ${goal}/s`, reached: pair.load.perSecond >= goal }),
  });
  return pair.load;
};

const benchCreates = async (site: SiteProcess): Promise<void> => {
  let turn = 1_000_000;
  const load = await median(
    3,
    ({ perSecond: rate }) => rate,
    () => closedLoop({ width: WRITE_WIDTH, ms: RUN_MS }, async () => void (await create(site, turn++))),
  );
  report({
    what: `create an event, ${WRITE_WIDTH} in flight, durability full`,
    figure: `${perSecond(load.perSecond)}, p50 ${ms(load.p50)}, p99 ${ms(load.p99)}`,
    goal: '≥ 500/s and p50 ≤ 5 ms',
    reached: load.perSecond >= 500 && load.p50 <= 5,
  });
};

/** Reads and writes through the gateway of a whole site on a disk, in a process of its own. */
export const benchHttp = async (folder: string): Promise<void> => {
  section('Through the gateway of a site on disk (one process, durability full)');
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'error' });
  try {
    await fill(site, 0, 1_000);
    const { id } = JSON.parse(await create(site, 1_000)) as { id: number };
    const small = await benchReads(site, 'list of ten at 1,000 events', LIST, 1_500);
    await benchReads(site, 'one event', `/cal/events/v1/events/${id}`);
    await fill(site, 1_001, 20_000);
    const large = await benchReads(site, 'list of ten at 20,000 events', LIST);
    report({
      what: 'time of a list at 20,000 events',
      figure: ms(large.p50),
      against: `at 1,000 ${ms(small.p50)}`,
      ratio: large.p50 / small.p50,
      goal: '≤ 2',
      reached: large.p50 <= 2 * small.p50,
    });
    await benchCreates(site);
  } finally {
    await site.stop();
  }
};
