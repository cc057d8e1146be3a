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
  /** The multiple before issue 41. */
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

/** Maximum multiple of the processor time of bare node:http for an answer from memory. */
const FROM_MEMORY = 1.8;
/** Minimum share of the throughput of bare node:http for such an answer. */
const THROUGHPUT = 0.5;

const reportThroughput = (what: string, { ours, bare }: { readonly ours: Cost; readonly bare: Cost }): void => {
  const ratio = ours.perSecond / bare.perSecond;
  report({
    what: `${what}, throughput`,
    figure: perSecond(ours.perSecond),
    against: perSecond(bare.perSecond),
    ratio,
    goal: `≥ ${THROUGHPUT}`,
    reached: ratio >= THROUGHPUT,
  });
};

/** Measures a request and bare node:http with the same bytes in turns; reports the median ratio. */
const measure = async (site: SiteProcess, { what, request, goal, earlier }: MeasuredRequest): Promise<Cost> => {
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
      what,
      figure: figureOf(run.ours),
      against: figureOf(run.bare),
      ratio: run.ratio,
      ...(goal !== undefined && { goal: `≤ ${goal}`, reached: run.ratio <= goal }),
      ...(earlier !== undefined && { before: `${earlier} ×` }),
    });
    if (goal === FROM_MEMORY) reportThroughput(what, run);
    return run.ours;
  } finally {
    peer.stop();
  }
};

/** Words of every stored event: with another one, a search is new to the cache of answers. */
const COMMON_WORDS = ['harbour', 'bring', 'friend', 'something', 'share', 'number'] as const;

/** Returns words that one stored event has, other ones for each turn. */
const otherWords = (turn: number): string =>
  `Evening+${turn % STORED_EVENTS}+${COMMON_WORDS[Math.floor(turn / STORED_EVENTS) % COMMON_WORDS.length]}`;

const BROTLI = { headers: { 'accept-encoding': 'br' } };

const reads = ({ origin, root }: SiteProcess, event: number): readonly MeasuredRequest[] => [
  { what: 'list of ten', request: () => [root + LIST], goal: FROM_MEMORY, earlier: 40 },
  { what: 'list of ten, compressed', request: () => [root + LIST, BROTLI] },
  { what: 'single event', request: () => [`${root}${EVENTS}/${event}`], goal: FROM_MEMORY, earlier: 24 },
  { what: 'month page', request: () => [`${origin}/events/month/2031-06/`], goal: FROM_MEMORY, earlier: 587 },
  { what: 'site index', request: () => [`${root}/`], goal: FROM_MEMORY, earlier: 58 },
  { what: 'site index, compressed', request: () => [`${root}/`, BROTLI] },
  {
    what: 'list of ten with other words each time',
    request: (turn) => [`${root}${LIST}&search=${otherWords(turn)}`],
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

const POSTS = '/core/v2/posts';

const creation =
  (site: SiteProcess, path: string, bodyOf: (turn: number) => object, status = 201) =>
  (turn: number) =>
    [
      site.root + path,
      {
        method: 'POST',
        status,
        headers: { authorization: credentials('admin'), 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(turn)),
      },
    ] as const;

const eventCreation = (site: SiteProcess): MeasuredRequest => ({
  what: 'creation of an event',
  request: creation(site, EVENTS, (turn) => ({
    title: `Fair ${turn}`,
    start_date: '2033-05-01 10:00:00',
    end_date: '2033-05-01 11:00:00',
  })),
  goal: 22,
  earlier: 63,
});

const postBody = (turn: number) => ({ title: `Note ${turn}`, content: 'Words.' });

const postCreation = (site: SiteProcess): MeasuredRequest => ({
  what: 'creation of a post',
  request: creation(site, POSTS, postBody),
  goal: 25,
  earlier: 72,
});

/** Number of posts in a batch. */
const BATCH = 25;
/** Maximum cost of a batch as a share of single requests. */
const BATCH_SHARE = 0.2;

const batchCreation = (site: SiteProcess): MeasuredRequest => ({
  what: `batch of ${BATCH} posts`,
  request: creation(
    site,
    '/batch/v1',
    (turn) => ({
      requests: Array.from({ length: BATCH }, (_, n) => ({ method: 'POST', path: POSTS, body: postBody(turn + n) })),
    }),
    207,
  ),
});

/** Number of requests after which the memory is measured, as many of each kind but batches. */
const EVERY_KIND = 10_000;

/** Measures the memory of a site after requests of every kind. */
const benchMemory = async (site: SiteProcess, kinds: readonly MeasuredRequest[]): Promise<void> => {
  await fill(0, EVERY_KIND, async (turn) => {
    const kind = kinds[turn % kinds.length];
    if (kind !== undefined) await ask(...kind.request(turn));
  });
  const held = megabytesOf(Number(site.process.pid));
  report({
    what: `memory after ${EVERY_KIND.toLocaleString('en-US')} requests of every kind`,
    figure: megabytes(held),
    goal: '≤ 300 MB',
    reached: held <= 300,
    before: '558 MB',
  });
};

/** Events of the month whose page is not in memory. */
const MONTH_EVENTS = 2_500;

/** Measures the page of a month with many events on a site that keeps no answers. */
const benchMonth = async (folder: string): Promise<void> => {
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'info', CACHE_MB: '0' });
  try {
    await fill(0, MONTH_EVENTS, (turn) => {
      const clock = `2031-06-${String(1 + (turn % 28)).padStart(2, '0')} ${10 + (turn % 10)}`;
      return post(site, EVENTS, { title: `Fair ${turn}`, start_date: `${clock}:00:00`, end_date: `${clock}:45:00` });
    });
    await measure(site, {
      what: `month page with ${MONTH_EVENTS.toLocaleString('en-US')} events, not from memory`,
      request: () => [`${site.origin}/events/month/2031-06/`],
      goal: 120,
      earlier: 587,
    });
  } finally {
    await site.stop();
  }
};

/**
 * Measures the processor time of requests as a multiple of that of bare node:http, which sends the same bytes; and the
 * memory of the site.
 */
export const benchCosts = async (folder: string): Promise<void> => {
  section(`Processor time of a request and throughput, ${WIDTH} in flight, against bare node:http with the same bytes`);
  const site = await startSite({ DATA: folder, LOG_LEVEL: 'info' });
  try {
    const memory = () => megabytesOf(Number(site.process.pid));
    const rest = memory();
    report({
      what: 'memory at rest',
      figure: megabytes(rest),
      goal: '≤ 220 MB',
      reached: rest <= 220,
      before: '355 MB',
    });
    await fill(0, STORED_EVENTS, (turn) => createEvent(site, turn));
    const { id } = JSON.parse(
      await post(site, EVENTS, { title: 'One', start_date: '2031-06-01', end_date: '2031-06-01' }),
    );
    await benchMemory(site, [...reads(site, id), eventCreation(site), postCreation(site)]);
    for (const each of reads(site, id)) await measure(site, each);
    await measure(site, eventCreation(site));
    const single = await measure(site, postCreation(site));
    const batch = await measure(site, batchCreation(site));
    const ratio = batch.cpu / (BATCH * single.cpu);
    report({
      what: `batch of ${BATCH} posts against ${BATCH} single requests`,
      figure: `${Math.round(batch.cpu)} µs`,
      against: `${Math.round(BATCH * single.cpu)} µs`,
      ratio,
      goal: `≤ ${BATCH_SHARE}`,
      reached: ratio <= BATCH_SHARE,
    });
    const after = memory();
    report({ what: 'memory after all these loads', figure: megabytes(after) });
  } finally {
    await site.stop();
  }
  await benchMonth(`${folder}-month`);
};
