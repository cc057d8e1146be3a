import { listDeadLetters, readLag } from '@almanac/contracts';
import type { Misc } from '../misc.ts';
import { askEvery } from '../operations/everyService.ts';
import { type Fact, type Finding, factTexts, fault, findingOf, unanswered } from './finding.ts';
import { WITHIN } from './within.ts';

// Whether what services write is handled (docs/interface/health.md §4).

/** Above the limit of readiness a reader is behind, above ten times that far behind. */
const FAR = 10;

export const lagOfAll = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, readLag, {}, { timeout: WITHIN });
  return findingOf(said.flatMap(({ service, answer }) => (answer ? factsOf(service, answer) : [unanswered(service)])));
};

const factsOf = (service: string, { readers, limit }: ReturnType<typeof readLag.parseAnswer>): Fact[] =>
  readers.flatMap(({ reader, source, behind, fault: reason }): Fact[] => {
    const what = `${service}: ${reader}, ${source}`;
    if (reason !== null || behind === null) return [fault(what, reason ?? '')];
    if (behind <= limit) return [];
    const status = behind > limit * FAR ? 'critical' : 'recommended';
    return [{ status, text: factTexts.behind, params: { what, behind } }];
  });

export const deadLettersOfAll = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, listDeadLetters, {}, { timeout: WITHIN });
  return findingOf(
    said.flatMap(({ service, answer }) =>
      answer === undefined
        ? [unanswered(service)]
        : answer.letters.map(
            ({ subscription, source, key, reason }): Fact => ({
              status: 'recommended',
              text: factTexts.parked,
              params: { service, subscription, source, key, reason: reason ?? '' },
            }),
          ),
    ),
  );
};
