import type { SourceRecord } from '@almanac/contracts';
import type { Effect } from '@almanac/effects';
import { jobs } from '../jobs/job.ts';
import type { Job } from '../jobs/jobState.ts';
import { ownersOf, postSource } from '../jobs/owners.contract.ts';
import { type Asking, type SpecAnswer, serveTranslation, type TestService } from '../testing.contract.ts';
import { callbackToken } from './callbackToken.ts';
import { outsideEffects } from './effects.ts';
import { type FakeServices, fakeServices } from './fakeServices.contract.ts';

const TM = '/i18n/tm/v1';

/** Translation with fake outside services, and an owner of records that writes finished jobs. */
export interface EngineSite {
  readonly served: TestService;
  readonly remote: FakeServices;
  /** The records of the owners. */
  readonly records: SourceRecord[];
  ask(method: string, path: string, asking?: Asking): Promise<SpecAnswer>;
  /** Sends post 7 into French and creates the job at the engine. */
  made(more?: object): Promise<MadeJob>;
  job(id: number): Promise<Job>;
  receive(jobId: number, more?: Asking): Promise<SpecAnswer>;
  /** Runs the effects of all commits; every call runs all of them again. */
  doEffects(): Promise<void>;
  /** Makes the owner refuse the next finished job with that code. */
  refuseNext(code: string): void;
  /** Returns the number of finished jobs that the owner was notified of. */
  readonly written: () => number;
  stop(): Promise<void>;
}

interface MadeJob {
  readonly id: number;
  readonly jobId: number;
  /** The number of the job at the engine. */
  readonly number: number;
}

export const startEngineSite = async (
  publicUrl?: string,
  otherSecrets: readonly string[] = [],
): Promise<EngineSite> => {
  const remote = fakeServices();
  const records: SourceRecord[] = [
    postSource,
    { ...postSource, id: 8, group: 8, title: 'Winter market', units: [{ id: 'title', text: 'Winter market' }] },
  ];
  const outside = { remote, publicUrl, restPrefix: 'json' };
  const served = await serveTranslation({}, ownersOf(records), outside, {}, otherSecrets);
  const ask: EngineSite['ask'] = (method, path, asking = {}) => served.ask(method, `${TM}${path}`, asking);
  let [running, count] = [true, 0];
  let refusal: string | undefined;
  const seen = new Set<string>();

  const writeFinished = async (): Promise<void> => {
    const found = (await served.documents.find<Job>(jobs, { limit: 100 })).filter(({ revision }) => revision?.writing);
    for (const { id, revision } of found) {
      const {
        job_id: jobId,
        writing: hash,
        element: source,
        target: language,
      } = revision as NonNullable<Job['revision']>;
      const name = `${jobId}/${hash}`;
      if (seen.has(name)) continue;
      seen.add(name);
      count++;
      const told = { job: id, jobId, hash, source, language };
      if (refusal !== undefined) {
        const data = { ...told, code: refusal, gone: false };
        refusal = undefined;
        await served.deliver({ type: 'core.translation-refused.v1', data });
        continue;
      }
      const data = { ...told, id: 80 + id, path: '/fr-ca/foire/', status: 'draft', held: true };
      await served.deliver({ type: 'core.translation-written.v1', data });
    }
  };
  const owner = (async () => {
    while (running) {
      await writeFinished();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();

  const { wants, handlers } = outsideEffects(served.translation);
  const doEffects = async (): Promise<void> => {
    for (const commit of await served.store.readLog(0))
      for (const wanted of wants(commit))
        await handlers[wanted.type]?.handle(
          { ...wanted, ...commit, ...{ n: 0, epoch: 1, source: 'translation', id: 'effect' } } as unknown as Effect,
          AbortSignal.timeout(5_000),
        );
  };

  const job = async (id: number): Promise<Job> => (await served.documents.get<Job>(jobs, id))?.body as Job;
  return {
    served,
    remote,
    records,
    ask,
    job,
    doEffects,
    refuseNext: (code) => {
      refusal = code;
    },
    written: () => count,
    made: async (more = {}) => {
      const elements = [{ type: 'post_post', id: 7 }];
      const body = { elements, target_languages: ['fr-ca'], channel: 'ate', automatic: true, ...more };
      const sent = await ask('POST', '/batches', { body });
      expect([sent.status, sent.body.code]).toEqual([201, undefined]);
      const [{ id, extra_data }] = sent.body.jobs;
      const { body: answer } = await ask('POST', '/ate/jobs', { body: { jobs: [{ id }] } });
      return { id, jobId: extra_data.job_id, number: answer.jobs?.[id] };
    },
    receive: (jobId, more) =>
      ask('GET', `/ate/jobs/receive/${jobId}?t=${callbackToken(served.translation, jobId)}`, {
        as: 'visitor',
        ...more,
      }),
    stop: async () => {
      running = false;
      await owner;
      await served.stop();
    },
  };
};
