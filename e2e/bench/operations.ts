import { once } from 'node:events';
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { ask, post } from './client.ts';
import { closedLoop, median } from './measure.ts';
import { megabytesOf } from './memory.ts';
import { ms, report, section } from './report.ts';

const VERSIONS = 1_000;
const STREAMS = 100;
/** Events per second on the site; each is sent to every stream. */
const EVENTS = 10;
const READS = { width: 4, ms: 4_000 };

const headers = { authorization: credentials('admin') };

const tagNamed = async (site: SiteProcess, name: string): Promise<number> =>
  (JSON.parse(await post(site, '/core/v2/tags', { name })) as { id: number }).id;

const rename = (site: SiteProcess, id: number, name: string): Promise<string> =>
  post(site, `/core/v2/tags/${id}`, { name }, 200);

/** Compares the history of a record with 1,000 versions with that of a record with 20. */
const benchHistory = async (site: SiteProcess): Promise<void> => {
  const [long, short] = [await tagNamed(site, 'Long'), await tagNamed(site, 'Short')];
  for (let version = 2; version <= VERSIONS; version++) await rename(site, long, `Long ${version}`);
  for (let version = 2; version <= 20; version++) await rename(site, short, `Short ${version}`);
  const timeOf = async (id: number, page: number): Promise<number> => {
    const address = `${site.root}/ops/v1/history/tag/${id}?page=${page}`;
    return (await closedLoop({ width: 1, ms: 1_000 }, async () => void (await ask(address, { headers })))).p50;
  };
  for (const [what, page] of [
    ['newest', 1],
    ['oldest', VERSIONS / 20],
  ] as const) {
    const { one, other, ratio } = await median(
      5,
      (run) => run.ratio,
      async () => {
        const [one, other] = [await timeOf(long, page), await timeOf(short, 1)];
        return { one, other, ratio: one / other };
      },
    );
    report({
      what: `history of a record with ${VERSIONS.toLocaleString('en-US')} versions, the ${what} 20`,
      figure: ms(one),
      against: `with 20 versions ${ms(other)}`,
      ratio,
    });
  }
};

interface Streams {
  /** Number of events received, summed over all streams. */
  readonly told: number;
  close(): void;
}

const openStreams = async (site: SiteProcess): Promise<Streams> => {
  const agent = new Agent({ maxSockets: STREAMS });
  const streams = { told: 0 };
  const open = async (): Promise<ClientRequest> => {
    const sent = httpRequest(`${site.root}/ops/v1/stream`, {
      agent,
      headers: { ...headers, accept: 'text/event-stream' },
    });
    sent.on('error', () => undefined).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode}`);
    answer.on('error', () => undefined).setEncoding('utf8');
    answer.on('data', (text: string) => {
      streams.told += text.split('\ndata: ').length - 1;
    });
    return sent;
  };
  const all = await Promise.all(Array.from({ length: STREAMS }, open));
  return {
    get told() {
      return streams.told;
    },
    close: () => {
      for (const sent of all) sent.destroy();
    },
  };
};

/** Measures reads while the site is changed; returns their median in milliseconds. */
const readsBeside = async (site: SiteProcess, tag: number): Promise<number> => {
  const timer = setInterval(() => void rename(site, tag, `Now ${performance.now()}`), 1_000 / EVENTS);
  try {
    const read = async () => void (await ask(`${site.root}/core/v2/tags`, { headers }));
    return (await closedLoop(READS, read)).p50;
  } finally {
    clearInterval(timer);
  }
};

/** Compares reads while many streams are open with the same reads without streams. */
const benchStreams = async (site: SiteProcess): Promise<void> => {
  const tag = await tagNamed(site, 'Now');
  let memory: number | undefined;
  let rate = 0;
  const { alone, beside, ratio } = await median(
    5,
    (run) => run.ratio,
    async () => {
      const alone = await readsBeside(site, tag);
      const before = megabytesOf(site.process.pid ?? 0);
      const streams = await openStreams(site);
      const begun = performance.now();
      const beside = await readsBeside(site, tag);
      rate = (streams.told / (performance.now() - begun)) * 1_000;
      // later runs reuse the memory that the first one allocated
      memory ??= megabytesOf(site.process.pid ?? 0) - before;
      streams.close();
      return { alone, beside, ratio: beside / alone };
    },
  );
  report({
    what: `reads while ${STREAMS} streams are told ${Math.round(rate).toLocaleString('en-US')} events/s in all`,
    figure: `p50 ${ms(beside)}`,
    against: `without streams ${ms(alone)}`,
    ratio,
    goal: '≤ 1.2',
    reached: ratio <= 1.2,
  });
  report({
    what: 'memory of a stream, at most',
    figure: `${Math.round((Math.max(memory ?? 0, 0) * 1_024) / STREAMS)} KB`,
  });
};

/** Measures the history of records and streams of events. */
export const benchOperations = async (): Promise<void> => {
  section('Operations through the gateway (one process, in memory)');
  const site = await startSite({ LOG_LEVEL: 'error' });
  try {
    await benchHistory(site);
    await benchStreams(site);
  } finally {
    await site.stop();
  }
};
