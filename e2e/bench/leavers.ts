import { setTimeout as pause } from 'node:timers/promises';
import { type LeftAnswer, leaveEarly, startLeavers } from '../hostile/leavers.ts';
import { credentials } from '../site.ts';
import { type LargeSite, startLargeSite } from './held/largeSite.ts';
import { forgetPeak, megabytesOf } from './memory.ts';
import { megabytes, ms, report, section } from './report.ts';

const CLIENTS = 40;
/** Minutes for which clients leave early. */
const MINUTES = Number(process.env.MINUTES ?? 10);
/** Milliseconds in which a site gives memory back, and in which an abandoned request may still cost. */
const REST_MS = 10_000;
const MAX_GROWTH_MB = 50;
const MAX_ABANDONED_MS = 100;

const answersOf = ({ origin, root }: LargeSite): LeftAnswer[] => [
  ...['/events/feed.ics', '/events/feed.ics?search=harbour', '/events/feed.xml', '/feed.xml'].map((path) => ({
    url: origin + path,
  })),
  ...['/events/sitemap-50.xml', '/sitemap-posts-20.xml'].map((path) => ({ url: origin + path })),
  ...['json', 'csv'].map((format) => ({
    url: `${root}/redirection/v1/export/1/${format}`,
    authorization: credentials('admin'),
  })),
];

/** Measures the processor time that each answer costs after its client has left, beyond that of an idle site. */
const reportAbandoned = async (site: LargeSite): Promise<void> => {
  const workedWhileResting = async (): Promise<number> => {
    await site.worked();
    await pause(REST_MS);
    return (await site.worked()).total;
  };
  const idle = await workedWhileResting();
  for (const answer of answersOf(site)) {
    await leaveEarly(answer);
    const cost = Math.max(0, (await workedWhileResting()) - idle);
    report({
      what: `processor time after a client left ${answer.url.replace(site.origin, '')}`,
      figure: ms(cost),
      goal: `≤ ${MAX_ABANDONED_MS} ms`,
      reached: cost <= MAX_ABANDONED_MS,
    });
  }
};

/** Measures the memory of a large site while clients leave its feeds, sitemaps and exports early, and afterwards. */
export const benchLeavers = async (folder: string): Promise<void> => {
  section(`${CLIENTS} clients who leave feeds and downloads of a large site after 0.3 s (one process)`);
  const site = await startLargeSite(folder);
  try {
    const pid = site.process.pid ?? 0;
    await reportAbandoned(site);
    const before = megabytesOf(pid);
    forgetPeak(pid);
    const leavers = startLeavers(answersOf(site), CLIENTS);
    await pause(MINUTES * 60_000);
    await leavers.stop();
    await pause(REST_MS);
    const growth = megabytesOf(pid) - before;
    const statuses = [...leavers.statuses].map(([status, count]) => `${count} of ${status ?? 'none'}`).join(', ');
    report({
      what: `memory after ${MINUTES} minutes (${statuses})`,
      figure: `${megabytes(growth)} more than before`,
      against: `${megabytes(before)} before, ${megabytes(megabytesOf(pid, 'at most'))} at most`,
      goal: `≤ ${MAX_GROWTH_MB} MB`,
      reached: growth <= MAX_GROWTH_MB,
    });
  } finally {
    await site.stop();
  }
};
