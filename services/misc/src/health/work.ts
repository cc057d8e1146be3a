import { checkOutsideServices, listDeadLetters, readLag, watchWork } from '@almanac/contracts';
import type { Misc } from '../misc.ts';
import { askEvery } from '../ops/maintenance/everyService.ts';
import { type Fact, type Finding, factTexts, fault, findingOf, serviceNotAnswering } from './finding.ts';
import { CHECK_TIMEOUT_MS } from './within.ts';

// Tests if services process their events, and if the services outside the site answer (docs/interface/health.md §3, §4).

/** A reader above the readiness limit is behind; above the limit times this factor it is far behind. */
const MAX_HEALTHY_LAG = 10;

export const lagOfAll = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, readLag, {}, { timeout: CHECK_TIMEOUT_MS });
  return findingOf(
    said.flatMap(({ service, answer }) => (answer ? factsOf(service, answer) : [serviceNotAnswering(service)])),
  );
};

const factsOf = (service: string, { readers, limit }: ReturnType<typeof readLag.parseAnswer>): Fact[] =>
  readers.flatMap(({ reader, source, behind, fault: reason }): Fact[] => {
    const what = `${service}: ${reader}, ${source}`;
    if (reason !== null || behind === null) return [fault(what, reason ?? '')];
    if (behind <= limit) return [];
    const status = behind > limit * MAX_HEALTHY_LAG ? 'critical' : 'recommended';
    return [{ status, text: factTexts.behind, params: { what, behind } }];
  });

export const deadLettersOfAll = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, listDeadLetters, {}, { timeout: CHECK_TIMEOUT_MS });
  return findingOf(
    said.flatMap(({ service, answer }) =>
      answer === undefined
        ? [serviceNotAnswering(service)]
        : answer.letters.map(
            ({ subscription, source, key, reason }): Fact => ({
              status: 'recommended',
              text: factTexts.deadLetter,
              params: { service, subscription, source, key, reason: reason ?? '' },
            }),
          ),
    ),
  );
};

/** Tests if background work runs in some process, and if no subscription has stopped. */
export const backgroundUpdates = async (misc: Misc): Promise<Finding> => {
  const [watched, said] = await Promise.all([
    askEvery(misc, watchWork, {}, { timeout: CHECK_TIMEOUT_MS }),
    askEvery(misc, readLag, {}, { timeout: CHECK_TIMEOUT_MS }),
  ]);
  const undone = watched.flatMap(({ service, answer }) =>
    answer ? undoneOf(service, answer) : [serviceNotAnswering(service)],
  );
  const stopped = said.flatMap(({ service, answer }) =>
    (answer?.readers ?? [])
      .filter(({ fault }) => fault !== null)
      .map(({ reader, source, fault: reason }) => fault(`${service}: ${reader}, ${source}`, reason ?? '')),
  );
  return findingOf([...undone, ...stopped]);
};

const undoneOf = (service: string, { work }: ReturnType<typeof watchWork.parseAnswer>): Fact[] =>
  work
    .filter(({ runs }) => !runs)
    .map(({ name }) => ({ status: 'critical', text: factTexts.undone, params: { service, work: name } }));

/** Tests if the configured outside services answer (docs/interface/health.md §3). */
export const outsideCommunication = async (misc: Misc): Promise<Finding> => {
  const said = await askEvery(misc, checkOutsideServices, {}, { timeout: CHECK_TIMEOUT_MS });
  const facts = said.flatMap(({ service, answer }) =>
    answer ? answer.services.map(outsideFactOf) : [serviceNotAnswering(service)],
  );
  return findingOf(facts.length === 0 ? [{ status: 'good', text: factTexts.noneOutside }] : facts);
};

type Sign = ReturnType<typeof checkOutsideServices.parseAnswer>['services'][number];

const outsideFactOf = ({ setting, answers, complaint }: Sign): Fact => {
  const params = { setting, reason: complaint ?? '' };
  if (!answers) return { status: 'critical', text: factTexts.silent, params };
  if (complaint !== null) return { status: 'recommended', text: factTexts.complains, params };
  return { status: 'good', text: factTexts.answers, params };
};
