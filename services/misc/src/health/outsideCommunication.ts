import { tryOutside } from '@almanac/contracts';
import type { Misc } from '../misc.ts';
import { askEvery } from '../ops/maintenance/everyService.ts';
import { type Fact, type Finding, factTexts, findingOf, unanswered } from './finding.ts';
import { WITHIN } from './within.ts';

/** Tests if the configured outside services answer (docs/interface/health.md §3). */
export const outsideCommunication = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, tryOutside, {}, { timeout: WITHIN });
  const facts = said.flatMap(({ service, answer }) => (answer ? answer.services.map(factOf) : [unanswered(service)]));
  return findingOf(facts.length === 0 ? [{ status: 'good', text: factTexts.noneOutside }] : facts);
};

type Sign = ReturnType<typeof tryOutside.parseAnswer>['services'][number];

const factOf = ({ setting, answers, complaint }: Sign): Fact => {
  const params = { setting, reason: complaint ?? '' };
  if (!answers) return { status: 'critical', text: factTexts.silent, params };
  if (complaint !== null) return { status: 'recommended', text: factTexts.complains, params };
  return { status: 'good', text: factTexts.answers, params };
};
