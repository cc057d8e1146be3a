import { ifMatchContract, type WritingService, type WrittenRecord } from '@almanac/rest/if-match-contract';
import { jobDecider } from './jobs/job.ts';
import { ownersOf, postSource } from './jobs/owners.contract.ts';
import { routesOf } from './service.ts';
import { serveTranslation, type TestService, translationOf } from './testing.contract.ts';

const TM = 'i18n/tm/v1';
const ST = 'i18n/st/v1';

interface Serving extends WritingService {
  readonly translation: TestService['translation'];
}

const serve = async (): Promise<Serving> => {
  const served = await serveTranslation({}, ownersOf([postSource, { ...postSource, id: 8, group: 8 }]));
  return {
    store: served.store,
    translation: served.translation,
    ask: (method, path, asking = {}) => served.ask(method, `/${path}`, asking),
    stop: served.stop,
  };
};

const string = async ({ ask }: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const { status, body } = await ask('POST', `${ST}/strings`, { body: { domain: 'd', name: `n${n}`, value: 'v' } });
  expect(status).toBe(201);
  const path = `${ST}/strings/${body.id}`;
  return {
    path,
    body: { translations: { 'fr-ca': 'Written' } },
    change: ['PATCH', path, { translations: { 'fr-ca': 'Changed' } }],
    missing: `${ST}/strings/987654321`,
  };
};

const translator = async ({ ask }: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const user_id = 3 + n;
  const { status } = await ask('POST', `${TM}/translators`, {
    body: { user_id, language_pairs: { en: ['fr-ca'] } },
  });
  expect(status).toBe(201);
  const path = `${TM}/translators/${user_id}`;
  return {
    path,
    body: { language_pairs: { en: ['es-us'] } },
    change: ['PATCH', path, { manager: true }],
    missing: `${TM}/translators/5`,
  };
};

/** Sends a job and returns its record, with the path and body of a write to it. */
const job =
  (pathOf: (id: number) => string, body: object) =>
  async ({ ask }: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
    const elements = [{ type: 'post_post', id: 7 + n }];
    const sent = await ask('POST', `${TM}/batches`, { body: { elements, target_languages: ['fr-ca'] } });
    expect(sent.status).toBe(201);
    const id: number = sent.body.jobs[0].extra_data.job_id;
    const read = `${TM}/jobs/${id}`;
    return {
      path: pathOf(id),
      read,
      body,
      change: ['PATCH', read, { units: { title: 'Changed' } }],
      missing: pathOf(987654321),
    };
  };

const file = async (serving: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  const made = await job((id) => `${TM}/xliff/store/${id}`, {})(serving, n);
  const { body } = await serving.ask('GET', made.path.replace('/store/', '/fetch/'));
  return { ...made, body: { content: body.content } };
};

interface JobItem {
  readonly id: number;
  readonly extra_data: { readonly job_id: number };
}

/** Returns the review of a job whose texts came from an engine. */
const review = async (serving: Serving, n: 0 | 1): Promise<WrittenRecord> => {
  const made = await job((id) => `${TM}/jobs/${id}/review`, { action: 'accept' })(serving, n);
  const jobId = Number(/\d+/.exec(made.path.replace(TM, '')));
  const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
  const { jobs } = (await serving.ask('GET', `${TM}/jobs`)).body as { readonly jobs: readonly JobItem[] };
  const id = Number(jobs.find(({ extra_data }) => extra_data.job_id === jobId)?.id);
  await serving.translation.commands.run(context, async (unit) => {
    const finish = { hash: 'H', by: 1, review: 'hold', delivery: 'D' } as const;
    await unit.decide(jobDecider, id, { type: 'Finish', jobId, finish }, undefined);
    const version = { job_id: jobId, hash: 'H', version: 80 + n, path: '/fr-ca/foire/', held: false };
    await unit.decide(jobDecider, id, { type: 'Written', version }, undefined);
  });
  return { ...made, change: ['POST', made.path, { action: 'open' }] };
};

const configuration = async (serving: WritingService, n: 0 | 1): Promise<WrittenRecord> => {
  if (n === 1) return string(serving, 1);
  const path = 'i18n/v1/custom-xml-config';
  const content = '<i18n-config><custom-fields></custom-fields></i18n-config>';
  return { path, body: { content: '' }, change: ['POST', path, { content }] };
};

ifMatchContract({
  routes: routesOf(translationOf()),
  serve,
  records: {
    [`${TM}/jobs/{jobId:\\d+}`]: job((id) => `${TM}/jobs/${id}`, { units: { title: 'Written' } }),
    [`${TM}/jobs/{jobId:\\d+}/review`]: review,
    [`${TM}/xliff/store/{jobId:\\d+}`]: file,
    [`${TM}/translators/{id:\\d+}`]: translator,
    [`${ST}/strings/{id:\\d+}`]: string,
    'i18n/v1/custom-xml-config': configuration,
  },
  withoutRecord: [
    'DELETE i18n/ate/v1/ate/proxy',
    'PATCH i18n/ate/v1/ate/proxy',
    'POST i18n/ate/v1/ate/proxy',
    'PUT i18n/ate/v1/ate/proxy',
    `POST ${ST}/import`,
    `POST ${ST}/import_mo_strings`,
    `POST ${ST}/pre_generate_mo_files`,
    `POST ${ST}/settings`,
    `POST ${ST}/strings`,
    `POST ${TM}/ams/clone`,
    `POST ${TM}/ams/engines`,
    `POST ${TM}/ams/register_manager`,
    `POST ${TM}/ate/jobs`,
    `POST ${TM}/ate/jobs/download`,
    `POST ${TM}/ate/jobs/retry`,
    `POST ${TM}/ate/jobs/store`,
    `POST ${TM}/ate/jobs/sync`,
    `POST ${TM}/batches`,
    `POST ${TM}/jobs/assign`,
    `POST ${TM}/jobs/cancel`,
    `POST ${TM}/tp/apply-translations`,
    `POST ${TM}/tp/batches/sync`,
    `POST ${TM}/translators`,
    'POST i18n/v1/custom-xml-config/validate',
  ],
});
