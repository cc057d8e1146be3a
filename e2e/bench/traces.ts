import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { type Pair, pairedRatio } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';

const PAIRS = 9;
/** Requests of a measurement: enough that the ticks of `/proc` do not show. */
const REQUESTS = 600;
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

const measured = async (plain: SiteProcess, traced: SiteProcess, work: Work): Promise<readonly Pair[]> => {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    // each is first as often as second
    const early = pair % 2 === 0 ? await costOf(plain, work) : undefined;
    const after = await costOf(traced, work);
    pairs.push({ before: early ?? (await costOf(plain, work)), after });
  }
  return pairs;
};

/** What traces cost a site that makes them, in processor time, against one that makes none. */
export const benchTraces = async (): Promise<void> => {
  section(`Traces: processor time of an embedded site, ${PAIRS} pairs of ${REQUESTS} requests, 95 % interval`);
  const sink = await startSink();
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.address };
  const tenth = { ...all, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  try {
    for (const [kept, environment] of Object.entries({ all, 'a tenth': tenth })) await benchKept(kept, environment);
  } finally {
    sink.stop();
  }
};

/** Both sites are fresh and get the same, so that lists cost the same in both. */
const benchKept = async (kept: string, environment: Readonly<Record<string, string>>): Promise<void> => {
  const [plain, traced] = [await startSite(), await startSite(environment)];
  try {
    for (const site of [plain, traced]) await fill(0, EVENTS, (turn) => create(site, turn));
    for (const [what, work] of Object.entries(WORK)) {
      await Promise.all([costOf(plain, work), costOf(traced, work)]);
      const { ratio, low, high } = pairedRatio(await measured(plain, traced, work));
      const figure = `${ratio.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] of the time without`;
      report({ what: `${what}, ${kept} of the traces kept`, figure });
    }
  } finally {
    await Promise.all([plain.stop(), traced.stop()]);
  }
};
