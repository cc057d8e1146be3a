import { isWithin, type PairedRatio, ratioText } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';
import { compareSites, eventWork, PAIRS, postWork, REQUESTS } from './sitePairs.ts';

const WITHOUT_TRANSLATION = {
  NODE_OPTIONS: `--import ${new URL('withoutTranslation.mjs', import.meta.url).href}`,
};

/** Allowed increase in percent, of memory and of processor time. */
const MEMORY = 5;
const TIME = 3;

const reportRatio = (what: string, ratio: PairedRatio): void => {
  const percent = what === 'memory' ? MEMORY : TIME;
  report({
    what,
    figure: `${ratioText(ratio)} of what it is without the service`,
    goal: `within ${percent} %`,
    reached: isWithin(ratio, percent, false),
  });
};

/** Measures the cost of the translation service, which handles every change, on a site that translates nothing. */
export const benchUntranslated = async (): Promise<void> => {
  section(
    `A site that translates nothing: an embedded site with the translation service and one without, ${PAIRS} pairs of sites, ${REQUESTS} requests each, 95 % interval`,
  );
  const { ratios: compared } = await compareSites(
    { before: WITHOUT_TRANSLATION, after: {} },
    { ...eventWork, ...postWork },
  );
  for (const [what, ratio] of compared) reportRatio(what, ratio);
};
