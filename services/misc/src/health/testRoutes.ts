import { mayManageSite } from '@almanac/identity';
import { type RestRequest, type Route, route } from '@almanac/rest';
import { escapeHtml } from '@almanac/text';
import { z } from 'zod';
import type { Misc } from '../misc.ts';
import { type Fact, type Finding, statuses } from './finding.ts';
import { brokers, clocks, disks, documents, examineAll, type ServiceExaminations, stores } from './foundations.ts';
import { colours, healthTexts } from './healthTexts.ts';
import { type TestName, testNames } from './testNames.ts';
import { authorizationHeader, httpsStatus, loopbackRequests, pageCache } from './wayIn.ts';
import { backgroundUpdates, deadLettersOfAll, lagOfAll, outsideCommunication } from './work.ts';

const SHARED_MS = 10_000;

const answer = z
  .strictObject({
    test: z.enum(testNames),
    label: z.string(),
    status: z.enum(statuses),
    badge: z.strictObject({ label: z.string(), color: z.string() }),
    description: z.string().meta({ description: 'HTML.' }),
    actions: z.string().meta({ description: 'HTML; empty if no action is needed.' }),
  })
  .meta({ id: 'HealthTest' });

/** Runs a test. */
type Find = (request: RestRequest) => Promise<Finding>;

const findersOf = (misc: Misc): Readonly<Record<TestName, Find>> => {
  const share = createShare<Finding>(misc.now);
  const shareExamination = createShare<ServiceExaminations>(misc.now);
  const together = (name: TestName, find: (misc: Misc) => Promise<Finding>): Find => {
    return () => share(name, '', () => find(misc));
  };
  const examined = (judge: (all: ServiceExaminations) => Finding): Find => {
    return async () => judge(await shareExamination('examination', '', () => examineAll(misc)));
  };
  return {
    'background-updates': together('background-updates', backgroundUpdates),
    'loopback-requests': (request) => share('loopback-requests', request.site, () => loopbackRequests(request)),
    'https-status': httpsStatus,
    'authorization-header': authorizationHeader,
    'page-cache': (request) => share('page-cache', request.site, () => pageCache(request)),
    'outside-communication': together('outside-communication', outsideCommunication),
    store: examined(stores),
    documents: examined(documents),
    broker: examined(brokers),
    lag: together('lag', lagOfAll),
    'dead-letters': together('dead-letters', deadLettersOfAll),
    disk: examined(disks),
    clock: examined(clocks),
  };
};

/** Routes of the health tests (docs/interface/health.md §2). */
export const testRoutes = (misc: Misc): Route[] => {
  const finders = findersOf(misc);
  const shownOf = async (test: TestName, request: RestRequest) =>
    shown(misc, test, await finders[test](request), request);
  const one = { namespace: 'health/v1', methods: ['GET'], args: {}, permission: mayManageSite } as const;
  return [
    route({
      ...one,
      path: '/tests',
      summary: 'Tests the site.',
      answers: { 200: z.array(answer) },
      handle: async (request) => ({ body: await Promise.all(testNames.map((test) => shownOf(test, request))) }),
    }),
    ...testNames.map((test) =>
      route({
        ...one,
        path: `/tests/${test}`,
        summary: 'Tests one part of the site.',
        answers: { 200: answer },
        handle: async (request) => ({ body: await shownOf(test, request) }),
      }),
    ),
  ];
};

const shown = (
  { texts }: Misc,
  test: TestName,
  { status, facts }: Finding,
  { language }: RestRequest,
): z.infer<typeof answer> => {
  const { area, labels, description, action } = healthTexts[test];
  const said = (text: string): string => escapeHtml(texts.text(text, language));
  const item = ({ text, params }: Fact): string => `<li>${escapeHtml(texts.text(text, language, params))}</li>`;
  const list = facts.length === 0 ? '' : `<ul>${facts.map(item).join('')}</ul>`;
  return {
    test,
    label: texts.text(labels[status], language),
    status,
    badge: { label: texts.text(area, language), color: colours[area] },
    description: `<p>${said(description)}</p>${list}`,
    actions: status === 'good' ? '' : `<p>${said(action)}</p>`,
  };
};

interface CachedResult<Value> {
  readonly of: string;
  readonly at: number;
  readonly value: Promise<Value>;
}

/** Returns the result of work. A result with the same name and subject is reused for 10 seconds. */
type Share<Value> = (name: string, of: string, work: () => Promise<Value>) => Promise<Value>;

/** Shares results among requests; failures are not cached. @param now the clock by which results expire */
const createShare = <Value>(now: () => Date): Share<Value> => {
  const kept = new Map<string, CachedResult<Value>>();
  return (name, of, work) => {
    const at = now().getTime();
    const known = kept.get(name);
    if (known?.of === of && at - known.at < SHARED_MS) return known.value;
    const mine = { of, at, value: work() };
    kept.set(name, mine);
    mine.value.catch(() => {
      if (kept.get(name) === mine) kept.delete(name);
    });
    return mine.value;
  };
};
