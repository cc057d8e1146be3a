import { examineService } from '@almanac/contracts';
import type { Misc } from '../misc.ts';
import { askEvery } from '../ops/maintenance/everyService.ts';
import { type Fact, type Finding, factTexts, fault, findingOf, type Status, serviceNotAnswering } from './finding.ts';
import { CHECK_TIMEOUT_MS } from './within.ts';

// Infrastructure of services: store, documents, brokers, disk and clock (docs/interface/health.md §4).

type Examination = ReturnType<typeof examineService.parseAnswer>;

/** Answers of all services about their infrastructure. */
export interface ServiceExaminations {
  readonly said: Awaited<ReturnType<typeof askEvery<Record<never, never>, Examination>>>;
  /** Start and end of the requests, in milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

export const examineAll = async (misc: Misc): Promise<ServiceExaminations> => {
  const from = misc.now().getTime();
  const said = await askEvery(misc, examineService, {}, { timeout: CHECK_TIMEOUT_MS });
  return { said, from, to: misc.now().getTime() };
};

const each = (
  { said }: ServiceExaminations,
  facts: (answer: Examination, service: string) => readonly Fact[],
): Finding =>
  findingOf(said.flatMap(({ service, answer }) => (answer ? facts(answer, service) : [serviceNotAnswering(service)])));

const faultOf = (service: string, reason: string | null): Fact[] => (reason === null ? [] : [fault(service, reason)]);

export const stores = (all: ServiceExaminations): Finding => each(all, ({ store }, service) => faultOf(service, store));

export const documents = (all: ServiceExaminations): Finding =>
  each(all, (answer, service) => [
    ...faultOf(service, answer.documents.fault),
    ...answer.documents.outdated.map(
      (collection): Fact => ({ status: 'recommended', text: factTexts.outdated, params: { service, collection } }),
    ),
  ]);

export const brokers = (all: ServiceExaminations): Finding =>
  each(all, (answer, service) =>
    answer.brokers.embedded
      ? [{ status: 'good', text: factTexts.embedded, params: { service } }]
      : faultOf(service, answer.brokers.fault),
  );

const GIB = 2 ** 30;
const MIB = 2 ** 20;

const diskStatus = (free: number, size: number): Status => {
  if (free < size * 0.02 || free < 100 * MIB) return 'critical';
  return free < size * 0.1 || free < GIB ? 'recommended' : 'good';
};

export const disks = (all: ServiceExaminations): Finding =>
  each(all, ({ disk: { fault: reason, free, size } }, service) => {
    if (reason !== null) return [fault(service, reason)];
    if (free === null || size === null) return [{ status: 'good', text: factTexts.inMemory, params: { service } }];
    const params = { service, free: Math.floor(free / MIB), size: Math.floor(size / MIB) };
    return [{ status: diskStatus(free, size), text: factTexts.free, params }];
  });

const clockStatus = (milliseconds: number): Status => {
  if (milliseconds > 30_000) return 'critical';
  return milliseconds > 1_000 ? 'recommended' : 'good';
};

/** Compares clocks; a difference that the duration of the requests explains is ignored. */
export const clocks = (all: ServiceExaminations): Finding =>
  each(all, ({ clock: { fault: reason, at, storeAhead, setBack } }, service) => {
    if (reason !== null) return [fault(service, reason)];
    const back = { service, seconds: Math.round(setBack / 1_000) };
    const setBackFacts: Fact[] =
      setBack === 0 ? [] : [{ status: 'critical', text: factTexts.clockSetBack, params: back }];
    const process = Date.parse(at);
    const differs = Math.max(0, all.from - process, process - all.to, Math.abs(storeAhead ?? 0));
    const status = clockStatus(differs);
    const params = { service, seconds: Math.round(differs / 1_000) };
    return [...setBackFacts, ...(status === 'good' ? [] : [{ status, text: factTexts.clock, params }])];
  });
