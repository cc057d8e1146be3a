import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillSite, type SamplePages } from '../pages/fillSite.ts';
import { keptTools } from '../pythonEnvironment.ts';
import { startSite } from '../site.ts';
import { report, section } from './report.ts';

const execute = promisify(execFile);

const LIGHTHOUSE = '13.5.0';
/** Folder of Lighthouse. Its 114 packages take 176 MB, so this benchmark installs it on first use. */
const home = process.env.LIGHTHOUSE_HOME ?? join(keptTools, `lighthouse-${LIGHTHOUSE}`);
const program = join(home, 'node_modules/lighthouse/cli/index.js');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Scores of each category that a page must have, in their order. */
const GOALS = [98, 100, 100, 100];
const RUNS = 5;
const MEGABYTE = 1 << 20;

interface LighthouseResult {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number }>>;
}

const fetchLighthouse = async (): Promise<void> => {
  if (existsSync(program)) return;
  const options = ['--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await execute('npm', ['install', ...options, `lighthouse@${LIGHTHOUSE}`], { timeout: 600_000 });
};

/** Returns the scores of a page, 0 to 100 per category, on the slow phone that Lighthouse simulates. */
const judge = async (address: string): Promise<number[]> => {
  const { stdout } = await execute(
    process.execPath,
    [
      program,
      address,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' }, maxBuffer: 64 * MEGABYTE },
  );
  const { categories } = JSON.parse(stdout) as LighthouseResult;
  return CATEGORIES.map((category) => Math.round(categories[category].score * 100));
};

const median = (scores: readonly number[]): number => scores.toSorted((a, b) => a - b)[scores.length >> 1] ?? 0;

/** Returns the median of each category over several runs. */
const judgeOften = async (address: string): Promise<number[]> => {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await judge(address));
  return CATEGORIES.map((_, index) => median(runs.map((scores) => scores[index] ?? 0)));
};

const pagesOf = ({ post }: SamplePages): Readonly<Record<string, string>> => ({
  home: '/en/',
  'home in the language of the browser': '/',
  'home in French': '/fr-ca/',
  month: '/events/',
  week: '/events/week/',
  day: '/events/day/',
  list: '/events/list/',
  event: '/event/sunset-concert/',
  venue: '/venue/harbour-park/',
  organizer: '/organizer/riverside-council/',
  'category of events': '/events/category/music/',
  post,
  'category of posts': '/category/nature-town/',
  tag: '/tag/outdoors/',
  author: '/author/admin/',
  search: '/search/?s=river',
});

/** Returns the goals of a page; the last one is not for a search, which search engines shall not index. */
const goalsOf = (name: string): readonly number[] => (name === 'search' ? GOALS.slice(0, -1) : GOALS);

/** Reports the median Lighthouse scores of the pages of the sample site. */
export const benchLighthouse = async (): Promise<void> => {
  section(`Pages judged by Lighthouse ${LIGHTHOUSE}: ${CATEGORIES.join(', ')}`);
  await fetchLighthouse();
  const site = await startSite();
  try {
    for (const [name, path] of Object.entries(pagesOf(await fillSite(site)))) {
      const goals = goalsOf(name);
      const scores = await judgeOften(new URL(path, site.origin).href);
      report({
        what: name,
        figure: scores.join(', '),
        goal: `≥ ${goals.join(', ')}`,
        reached: goals.every((goal, index) => (scores[index] ?? 0) >= goal),
      });
    }
  } finally {
    await site.stop();
  }
};
