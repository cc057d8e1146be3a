import { roles } from '@almanac/identity';
import { ownersOf } from './jobs/owners.contract.ts';
import { routesOf } from './service.ts';
import { type Asker, serveTranslation, type TestService, translationOf } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];

const declared = routesOf(translationOf())
  .filter(({ hidden }) => hidden !== true)
  .flatMap(({ namespace, path, methods }) =>
    methods.map((method) => ({ name: `${method} ${namespace}${path}`, method, path: `/${namespace}${path}` })),
  );

const TM = 'i18n/tm/v1';
const ST = 'i18n/st/v1';
const WRITE_METHODS = ['POST', 'PUT', 'PATCH'];
const written = (path: string) => WRITE_METHODS.map((method) => `${method} ${path}`);

/** Every route. Without a translator record, only administrators may use them. A route without a row fails the spec. */
const administrators = [
  ...['GET', 'POST'].map((method) => `${method} i18n/v1/custom-xml-config`),
  'POST i18n/v1/custom-xml-config/validate',
  `GET ${TM}/jobs`,
  `POST ${TM}/jobs/assign`,
  `POST ${TM}/jobs/cancel`,
  `GET ${TM}/jobs/{jobId:\\d+}`,
  ...written(`${TM}/jobs/{jobId:\\d+}`),
  `POST ${TM}/jobs/{jobId:\\d+}/review`,
  `POST ${TM}/batches`,
  `GET ${TM}/xliff/fetch/{jobId:\\d+}`,
  `POST ${TM}/xliff/store/{jobId:\\d+}`,
  ...['GET', 'POST'].map((method) => `${method} ${TM}/translators`),
  `GET ${TM}/translators/{id:\\d+}`,
  ...written(`${TM}/translators/{id:\\d+}`),
  `DELETE ${TM}/translators/{id:\\d+}`,
  ...['GET', 'POST'].map((method) => `${method} ${ST}/strings`),
  `GET ${ST}/strings/{id:\\d+}`,
  ...written(`${ST}/strings/{id:\\d+}`),
  `DELETE ${ST}/strings/{id:\\d+}`,
  `POST ${ST}/settings`,
  `GET ${ST}/export/{domain:[^/]+}/{language:[a-z0-9-]+}`,
  `POST ${ST}/import`,
  ...['store', 'sync', 'download', 'retry'].map((path) => `POST ${TM}/ate/jobs/${path}`),
  `POST ${TM}/ate/jobs`,
  ...['', '/fix'].map((path) => `GET ${TM}/ate/jobs/{ateJobId:\\d+}${path}`),
  `GET ${TM}/tp/xliff/download/{job_id:\\d+}/{job_type:\\w+}`,
  ...['apply-translations', 'batches/sync'].map((path) => `POST ${TM}/tp/${path}`),
  `GET ${TM}/tp/batches/status`,
  `POST ${TM}/ams/register_manager`,
  ...['synchronize/translators', 'synchronize/managers', 'status', 'console', 'engines'].map(
    (path) => `GET ${TM}/ams/${path}`,
  ),
  `POST ${TM}/ams/engines`,
  `POST ${TM}/ams/clone`,
  ...['GET', 'DELETE', ...WRITE_METHODS].map((method) => `${method} i18n/ate/v1/ate/proxy`),
  `POST ${ST}/import_mo_strings`,
  `POST ${ST}/pre_generate_mo_files`,
];

/** The engine calls this route with the token of its URL. */
const everybody = [`GET ${TM}/ate/jobs/receive/{i18nJobId:\\d+}`];

/** The required arguments of all routes. */
const sent = {
  ...{
    elements: [{ type: 'post_post', id: 7 }],
    target_languages: ['fr-ca'],
    jobId: 7,
    translatorId: 0,
    action: 'open',
    user_id: 4,
    domain: 'd',
    name: 'n',
    value: 'v',
    translations: {},
    group: 'mo',
    key: 'generate_on_save',
    data: true,
    language: 'fr-ca',
    content: 'eHg=',
    i18n_job_id: '1',
    ate_job_data: { ate_job_id: 1 },
    batchId: 1,
    as: 'moved',
  },
};

const targetOf = (path: string): string =>
  path
    .replace(/\{\w*id:\\d\+\}/i, '1')
    .replace(/\{job_type.*\}/, 'post')
    .replace(/\{domain.*/, 'd/fr-ca');

describe('the rights matrix', () => {
  it('covers every route', () => {
    expect(declared.map(({ name }) => name).sort()).toEqual([...administrators, ...everybody].sort());
  });

  describe.each(askers)('%s', (as) => {
    let served: TestService;
    beforeAll(async () => {
      served = await serveTranslation({}, ownersOf([]));
    });
    afterAll(() => served.stop());

    it.each(declared)('decides $name', async ({ name, method, path }) => {
      const body = method === 'GET' ? undefined : sent;
      const { status, body: answer } = await served.ask(method, targetOf(path), { as, body });
      if (as === 'administrator' || everybody.includes(name)) expect([401, 403]).not.toContain(status);
      else expect([status, answer.code]).toEqual([as === 'visitor' ? 401 : 403, 'rest_forbidden']);
    });
  });
});
