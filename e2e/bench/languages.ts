import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFile } from '../site.ts';
import { ratioText } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';
import { compareSites, eventWork, PAIRS, postWork } from './sitePairs.ts';

/** Fifty languages, the most that a site may have, the default ones first. */
const FIFTY =
  'en en-CA fr-CA es-US de fr es it pt-BR pt-PT nl da sv nb fi is et lv lt pl cs sk sl hr sr bs mk bg ro hu el tr ru uk be ka hy he ar fa ur hi bn ta th vi id ja ko zh-Hant';

/** Fewer requests than other comparisons have, because a pair measures four kinds of work. */
const REQUESTS = 300;
/** No further pair begins after this time; three are measured in any case. */
const WITHIN_MS = 90_000;

/** Compares the processor time of a site with fifty languages with one that has the four default ones. */
export const benchLanguages = async (): Promise<void> => {
  section(
    `Languages: processor time of an embedded site, up to ${PAIRS} pairs of sites, ${REQUESTS} requests each, 95 % interval`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'almanac-languages-'));
  try {
    const file = join(folder, 'site.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(siteFile, 'utf8')), languages: FIFTY.split(' ') }));
    const { ratios, pairs } = await compareSites(
      { before: {}, after: { SITE_FILE: file } },
      { ...eventWork, ...postWork },
      { requests: REQUESTS, withinMs: WITHIN_MS },
    );
    for (const [what, ratio] of ratios)
      report({
        what: `${what}, fifty languages, ${pairs} pairs`,
        figure: `${ratioText(ratio)} of what it is with four`,
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
};
