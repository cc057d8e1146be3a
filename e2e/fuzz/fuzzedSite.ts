import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../site.ts';
import { keepAccounts } from './accounts.ts';
import { declaredEndpoints, type Endpoint } from './declaredRoutes.ts';
import { exchange, type FuzzAnswer } from './exchange.ts';
import { faultsOf, oversteps, refuses, trespasses } from './judgement.ts';
import { createKnownRecords } from './knownRecords.ts';
import { type DeclaredRefusals, outsideRefusals } from './outsideRefusals.ts';
import type { FuzzRequest } from './requests.ts';
import { seed } from './seed.ts';
import { type LoggedCommit, openLogs } from './siteLogs.ts';

interface Outcome {
  readonly status: number;
  readonly text: string;
  /** Descriptions of faults; empty if there are none. */
  readonly faults: readonly string[];
}

/** A seeded site that checks each answer. */
export interface FuzzedSite {
  readonly endpoints: readonly Endpoint[];
  ask(request: FuzzRequest): Promise<Outcome>;
  /** Stops the site. @returns its output */
  stop(): Promise<string>;
}

const isJson = ({ headers, text }: FuzzAnswer): boolean =>
  text !== '' && String(headers['content-type']).startsWith('application/json');

const ACCOUNT = /^user-\d|^applicationpassword-/;

export const startFuzzedSite = async (): Promise<FuzzedSite> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-fuzz-'));
  // otherwise random record passwords would soon be refused by the limit
  const site = await startSite({ DATA: folder, LIMITS: 'record-password=1000000/60' });
  const known = createKnownRecords();
  await seed(site, known);
  const accounts = await keepAccounts(site);
  const logs = await openLogs(folder);
  const index = await site.request<Parameters<typeof declaredEndpoints>[0]>('GET', '/');
  const endpoints = declaredEndpoints(index.body);
  const unconfigured = outsideRefusals((await site.request<DeclaredRefusals>('GET', '/openapi.json')).body, endpoints);
  const refused = new Set<string>();

  const judge = (asked: FuzzRequest, answer: FuzzAnswer, written: readonly LoggedCommit[]): string[] => {
    const id = String(answer.headers['x-request-id'] ?? '');
    if (refuses(asked, answer)) refused.add(id);
    const late = written.filter(({ correlation }) => refused.has(correlation));
    const mine = written.filter(({ correlation }) => correlation === id).flatMap(({ streams }) => streams);
    return [
      ...faultsOf(asked, answer, unconfigured(asked.pattern)),
      ...(oversteps(asked, answer) ? [`${asked.role} created at ${asked.pattern}`] : []),
      ...late.map(({ streams }) => `refused, yet wrote ${streams.join(', ')}`),
      ...trespasses(asked.role, accounts.id(asked.role), mine).map((stream) => `${asked.role} wrote ${stream}`),
    ];
  };

  return {
    endpoints,
    ask: async (request) => {
      const asked = { ...request, target: known.named(request.pattern, request.target) };
      const answer = await exchange(site.origin, asked, accounts.authorization(asked.role)).catch(
        (error: Error) => error,
      );
      if (answer instanceof Error) return { status: 0, text: '', faults: [`no answer: ${answer.message}`] };
      if (answer.status === 201 && isJson(answer)) known.made(asked.pattern, answer.text);
      const written = await logs.written();
      const faults = judge(asked, answer, written);
      if (written.some(({ streams }) => streams.some((stream) => ACCOUNT.test(stream)))) {
        await accounts.mend();
        await logs.written();
      }
      return { status: answer.status, text: answer.text, faults };
    },
    stop: async () => {
      logs.close();
      const printed = await site.stop();
      rmSync(folder, { recursive: true, force: true });
      return printed;
    },
  };
};
