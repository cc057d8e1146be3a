import { fork } from 'node:child_process';
import { once } from 'node:events';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { type Asking, ask, fill, post } from './client.ts';
import { createEvent, EVENTS, LIST } from './events.ts';
import { closedLoop, median } from './measure.ts';
import { megabytesOf } from './memory.ts';
import { processTimeOf } from './processTime.ts';
import { megabytes, perSecond, report, section } from './report.ts';

const WIDTH = 8;
const RUN_MS = 2_000;
const RUNS = 3;
/** Events of the site; its month page has about 30 of them. */
const STORED_EVENTS = 700;

/** A request whose processor time is measured. */
interface MeasuredRequest {
  readonly what: string;
  readonly request: (turn: number) => readonly [url: string, asking?: Asking];
  /** Maximum processor time as a multiple of that of bare node:http. */
  readonly goal?: number;
  /** The multiple before the answers were made cheaper. */
  readonly earlier?: number;
}

interface Cost {
  /** Processor time of a request in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
}

const costOf = async (pid: number, work: (turn: number) => Promise<unknown>): Promise<Cost> => {
  const before = processTimeOf(pid);
  let count = 0;
  const { perSecond: rate } = await closedLoop({ width: WIDTH, ms: RUN_MS }, async (turn) => {
    await work(turn);
    count += 1;
  });
  return { cpu: ((processTimeOf(pid) - before) * 1_000) / count, perSecond: rate };
};

const startPeer = async (body: string) => {
  const peer = fork(new URL('peer.ts', import.meta.url), { stdio: 'inherit' });
  peer.send(body);
  const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
  return { pid: Number(peer.pid), url: `http://127.0.0.1:${port}/`, stop: () => peer.kill() };
};

const figureOf = ({ cpu, perSecond: rate }: Cost): string => `${Math.round(cpu)} µs, ${perSecond(rate)}`;

/** Measures a request and bare node:http with the same bytes in turns; reports the median ratio. */
const measure = async (site: SiteProcess, { what, request, goal, earlier }: MeasuredRequest): Promise<void> => {
  let turn = 0;
  const next = () => request(turn++);
  const peer = await startPeer(await ask(...next()));
  try {
    const run = await median(
      RUNS,
      ({ ratio }) => ratio,
      async () => {
        const bare = await costOf(peer.pid, () => ask(peer.url));
        const ours = await costOf(Number(site.process.pid), () => ask(...next()));
        return { bare, ours, ratio: ours.cpu / bare.cpu };
      },
    );
    report({
      what: `${what}${earlier === undefined ? '' : ` (once ${earlier} × bare)`}`,
      figure: figureOf(run.ours),
      against: figureOf(run.bare),
      ratio: run.ratio,
      ...(goal !== undefined && { goal: `≤ ${goal}`, reached: run.ratio <= goal }),
    });
  } finally {
    peer.stop();
  }
};

const BROTLI = { headers: { 'accept-encoding': 'br' } };

const reads = ({ origin, root }: SiteProcess, event: number): readonly MeasuredRequest[] => [
  { what: 'list of ten', request: () => [root + LIST], goal: 1.8, earlier: 40 },
  { what: 'list of ten, compressed', request: () => [root + LIST, BROTLI] },
  { what: 'single event', request: () => [`${root}${EVENTS}/${event}`], goal: 1.8, earlier: 24 },
  { what: 'month page', request: () => [`${origin}/events/month/2031-06/`], goal: 1.8 },
  { what: 'site index', request: () => [`${root}/`], goal: 1.8, earlier: 58 },
  { what: 'site index, compressed', request: () => [`${root}/`, BROTLI] },
  {
    what: 'list of ten with other words each time',
    request: (turn) => [`${root}${LIST}&search=Evening+${turn % STORED_EVENTS}`],
    goal: 20,
    earlier: 89,
  },
  {
    what: 'list of ten with credentials',
    request: () => [root + LIST, { headers: { authorization: credentials('admin') } }],
    goal: 12,
    earlier: 40,
  },
];

const creation = (site: SiteProcess, path: string, bodyOf: (turn: number) => object) => (turn: number) =>
  [
    site.root + path,
    {
      method: 'POST',
      status: 201,
      headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(turn)),
    },
  ] as const;

const writes = (site: SiteProcess): readonly MeasuredRequest[] => [
  {
    what: 'creation of an event',
    request: creation(site, EVENTS, (turn) => ({
      title: `Fair ${turn}`,
      start_date: '2033-05-01 10:00:00',
      end_date: '2033-05-01 11:00:00',
    })),
    goal: 22,
    earlier: 63,
  },
  {
    what: 'creation of a post',
    request: creation(site, '/core/v2/posts', (turn) => ({ title: `Note ${turn}`, content: 'Words.' })),
    goal: 25,
    earlier: 72,
  },
];

/**
 * Measures the processor time of requests as a multiple of that of bare node:http, which sends the same bytes; and the
 * memory of the site.
 */
export const benchCosts = async (folder: string): Promise<void> => {
  section(`Processor time of a request and throughput, ${WIDTH} in flight, against bare node:http with the same bytes`);
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'info' });
  try {
    const memory = () => megabytesOf(Number(site.process.pid));
    report({ what: 'memory at rest', figure: megabytes(memory()), goal: '≤ 220 MB', reached: memory() <= 220 });
    await fill(0, STORED_EVENTS, (turn) => createEvent(site, turn));
    const { id } = JSON.parse(
      await post(site, EVENTS, { title: 'One', start_date: '2031-06-01', end_date: '2031-06-01' }),
    );
    for (const each of [...reads(site, id), ...writes(site)]) await measure(site, each);
    report({ what: 'memory after the load', figure: megabytes(memory()), goal: '≤ 300 MB', reached: memory() <= 300 });
  } finally {
    await site.stop();
  }
};
