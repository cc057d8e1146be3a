import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { type Pair, pairedRatio } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';

const PAIRS = 9;
/** Requests of a measurement, and before it: fewer measure how code runs for the first times, of which traces have more. */
const REQUESTS = 3_000;
const TICK_MS = 10;
/** That are there before. */
const EVENTS = 100;

/** Milliseconds that a process has had of the processors. */
const cpuOf = ({ process: { pid } }: SiteProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

/** A collector that throws everything away; it answers in this process, so the site does not pay for it. */
const startSink = async () => {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, bytes: () => bytes, stop };
};

type Work = (site: SiteProcess, turn: number) => Promise<unknown>;

const create: Work = (site, turn) =>
  post(site, '/cal/events/v1/events', {
    title: `Fair ${turn}`,
    start_date: '2033-05-01 10:00:00',
    end_date: '2033-05-01 11:00:00',
    status: 'publish',
  });

const WORK: Readonly<Record<string, Work>> = {
  'a list of ten events': (site) => ask(`${site.root}/cal/events/v1/events?per_page=10`),
  'a creation of an event': create,
};

/** Processor time of so many requests, ms. */
const costOf = async (site: SiteProcess, work: Work): Promise<number> => {
  const before = cpuOf(site);
  await fill(0, REQUESTS, (turn) => work(site, turn));
  return cpuOf(site) - before;
};

/** One pair of figures by work, of two fresh sites that got the same; each site is first as often as second. */
const pairOf = async (environment: Readonly<Record<string, string>>, turn: number): Promise<Map<string, Pair>> => {
  const [plain, traced] = [await startSite(), await startSite(environment)];
  try {
    for (const site of [plain, traced]) await fill(0, EVENTS, (each) => create(site, each));
    const pairs = new Map<string, Pair>();
    for (const [what, work] of Object.entries(WORK)) {
      await Promise.all([costOf(plain, work), costOf(traced, work)]);
      const early = turn % 2 === 0 ? await costOf(plain, work) : undefined;
      const after = await costOf(traced, work);
      pairs.set(what, { before: early ?? (await costOf(plain, work)), after });
    }
    return pairs;
  } finally {
    await Promise.all([plain.stop(), traced.stop()]);
  }
};

/** What traces cost a site that makes them, in processor time, against one that makes none. */
export const benchTraces = async (): Promise<void> => {
  section(
    `Traces: processor time of an embedded site, ${PAIRS} pairs of sites, ${REQUESTS} requests each, 95 % interval`,
  );
  const sink = await startSink();
  const tenth = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.address };
  const all = { ...tenth, OTEL_TRACES_SAMPLER: 'parentbased_always_on' };
  try {
    for (const [kept, environment] of Object.entries({ all, 'a tenth': tenth })) await benchKept(kept, environment);
  } finally {
    sink.stop();
  }
};

/** Two processes of the same code differ by several percent as long as they live, so each pair is of new ones. */
const benchKept = async (kept: string, environment: Readonly<Record<string, string>>): Promise<void> => {
  const pairs: Map<string, Pair>[] = [];
  for (let turn = 0; turn < PAIRS; turn++) pairs.push(await pairOf(environment, turn));
  for (const what of Object.keys(WORK)) {
    const { ratio, low, high } = pairedRatio(pairs.map((pair) => pair.get(what) as Pair));
    const figure = `${ratio.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] of the time without`;
    report({ what: `${what}, ${kept} of the traces kept`, figure });
  }
};
