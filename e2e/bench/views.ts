import { type SiteProcess, startSite } from '../site.ts';
import { ask, fill, post } from './client.ts';
import { EVENTS } from './events.ts';
import { closedLoop, median } from './measure.ts';
import { ms, report, section } from './report.ts';

const PER_MONTH = 1_000;
const QUIET = 100;
const PAST = 10_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns an event of a month; every day has the same number of events. */
const create = (site: SiteProcess, month: string, turn: number): Promise<string> => {
  const clock = `${month}-${two((turn % 28) + 1)} ${two(8 + (turn % 12))}`;
  const title = `Evening ${turn} by the harbour`;
  return post(site, EVENTS, { title, start_date: `${clock}:00:00`, end_date: `${clock}:45:00` });
};

const timeOf = async (address: string): Promise<number> =>
  (await closedLoop({ width: 1, ms: 1_000 }, async () => void (await ask(address)))).p50;

interface ViewComparison {
  readonly what: string;
  readonly address: string;
  readonly other: string;
  readonly against: string;
  readonly most: number;
}

/** Measures two pages in turns, so that other load slows both; reports the median of seven runs. */
const compare = async ({ what, address, other, against, most }: ViewComparison): Promise<void> => {
  const { one, two, ratio } = await median(
    7,
    (run) => run.ratio,
    async () => {
      const [one, two] = [await timeOf(address), await timeOf(other)];
      return { one, two, ratio: one / two };
    },
  );
  report({ what, figure: ms(one), against: `${against} ${ms(two)}`, ratio, goal: `≤ ${most}`, reached: ratio <= most });
};

const FULL_MONTH = '/events/month/2031-06/';
const QUIET_MONTH = '/events/month/2031-09/';

const benchOn = async (young: SiteProcess, old: SiteProcess): Promise<void> => {
  for (const site of [young, old]) await fill(0, PER_MONTH, (turn) => create(site, '2031-06', turn));
  await fill(0, QUIET, (turn) => create(young, '2031-09', turn));
  await fill(0, PAST, (turn) => create(old, `20${two(10 + (turn % 10))}-${two((turn % 12) + 1)}`, turn));
  await compare({
    what: 'month view with 1,000 events',
    address: young.origin + FULL_MONTH,
    other: young.origin + QUIET_MONTH,
    against: 'with 100',
    most: 2,
  });
  await compare({
    what: 'month view with 1,000 events, 10,000 past ones on the site',
    address: old.origin + FULL_MONTH,
    other: young.origin + FULL_MONTH,
    against: 'without those',
    most: 1.5,
  });
};

/** Measures views of the calendar as pages. */
export const benchViews = async (): Promise<void> => {
  section('Views of the calendar through the gateway (one process, in memory)');
  const young = await startSite({ LOG_LEVEL: 'error' });
  const old = await startSite({ LOG_LEVEL: 'error' });
  try {
    await benchOn(young, old);
  } finally {
    await Promise.all([young.stop(), old.stop()]);
  }
};
