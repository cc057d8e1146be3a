import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAppendToLog } from './appendToLog.ts';
import { benchAttacks } from './attacks.ts';
import { compareCommits } from './compare/compareCommits.ts';
import { comparisonOf } from './compare/comparison.ts';
import { benchCompletions } from './completions.ts';
import { benchCosts } from './costs.ts';
import { benchEvents } from './events.ts';
import { benchHeld } from './held/held.ts';
import { benchHostile } from './hostile.ts';
import { benchImports } from './imports.ts';
import { benchKeptAnswers } from './keptAnswers.ts';
import { benchLanguages } from './languages.ts';
import { benchLeavers } from './leavers.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchNativeReads } from './nativeReads.ts';
import { benchOperations } from './operations.ts';
import { benchPictures } from './pictures.ts';
import { benchPopups } from './popups.ts';
import { benchPosts } from './posts.ts';
import { benchProfile } from './profile.ts';
import { benchRebuild } from './rebuild.ts';
import { benchRedirects } from './redirects.ts';
import { benchRelay } from './relay.ts';
import { benchReplicas } from './replicas.ts';
import { reported, reportTable } from './report.ts';
import { benchRuleEffect } from './ruleEffect.ts';
import { benchSeries } from './series.ts';
import { benchSize } from './size.ts';
import { benchStart } from './start.ts';
import { benchTraces } from './traces.ts';
import { benchTranslationFiles } from './translationFiles.ts';
import { benchTranslationJobs } from './translationJobs.ts';
import { benchUntranslated } from './untranslated.ts';
import { benchViews } from './views.ts';

const benchesIn = (folder: string): Readonly<Record<string, () => Promise<void>>> => ({
  append: benchAppendToLog,
  start: benchStart,
  costs: () => benchCosts(join(folder, 'costs')),
  events: () => benchEvents(join(folder, 'events')),
  imports: () => benchImports(join(folder, 'imports')),
  rebuild: () => benchRebuild(join(folder, 'events')),
  posts: () => benchPosts(join(folder, 'posts')),
  series: () => benchSeries(join(folder, 'series')),
  popups: () => benchPopups(join(folder, 'popups')),
  pictures: benchPictures,
  relay: benchRelay,
  replicas: benchReplicas,
  'kept-answers': benchKeptAnswers,
  native: benchNativeReads,
  redirects: benchRedirects,
  rules: benchRuleEffect,
  files: () => benchTranslationFiles(join(folder, 'files')),
  jobs: () => benchTranslationJobs(join(folder, 'jobs')),
  completions: benchCompletions,
  views: benchViews,
  held: () => benchHeld(join(folder, 'held')),
  operations: benchOperations,
  traces: benchTraces,
  languages: benchLanguages,
  untranslated: benchUntranslated,
  profile: benchProfile,
  hostile: benchHostile,
  attacks: () => benchAttacks(join(folder, 'attacks')),
  leavers: () => benchLeavers(join(folder, 'leavers')),
  size: () => benchSize(join(folder, 'size')),
  // last, because it needs a browser and, the first time, the package registry
  lighthouse: benchLighthouse,
});

/**
 * `npm run bench [-- append events …]`: each figure beside a limit or a peer measured in the same run.
 * `npm run bench -- --compare COMMIT [--pairs 9] [--within 3] [append events …]`: each figure beside that of another commit.
 */
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'string' },
    pairs: { type: 'string', default: '9' },
    within: { type: 'string' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
const benches = benchesIn(folder);

const runHere = async (): Promise<void> => {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
  const missed = reported().filter((row) => row.reached === false);
  console.log(`\n${reportTable()}`);
  console.log(`\n${reported().length} figures, ${missed.length} below their goal`);
};

const runBeside = async (compare: string): Promise<void> => {
  try {
    process.exitCode = (await compareCommits(comparisonOf({ ...values, compare }, wanted))) ? 0 : 1;
  } catch (error) {
    console.error(`not compared: ${(error as Error).message}`);
    process.exitCode = 1;
  }
};

const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
try {
  if (unknown.length > 0) {
    console.error(`no benchmark: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
    process.exitCode = 2;
  } else if (values.compare === undefined) await runHere();
  else await runBeside(values.compare);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
