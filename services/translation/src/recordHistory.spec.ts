import { historyContract, type ShownRecord } from '@almanac/service/history-contract';
import { ACCOUNT, accountDecider } from './account/siteAccount.ts';
import { batchDecider } from './jobs/batch.ts';
import { jobDecider } from './jobs/job.ts';
import { sentJob } from './jobs/jobs.contract.ts';
import { unitsDecider } from './jobs/units.ts';
import { registrations } from './service.ts';
import { serveTranslation, type TestService } from './testing.contract.ts';

const TM = '/i18n/tm/v1';
const ST = '/i18n/st/v1';
const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

let translation: TestService;

beforeAll(async () => {
  translation = await serveTranslation();
  const data = { id: 3, name: 'Ada', slug: 'ada', email: 'ada@site.test' };
  await translation.deliver({ type: 'core.user-changed.v1', key: 'user-3', data });
});
afterAll(() => translation.stop());

const ask = async (method: string, path: string, body?: object) => {
  const answer = await translation.ask(method, path, { body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

/** Sends a job, saves one of its texts, and returns it as its route shows it. */
const job = async (id: number): Promise<ShownRecord> => {
  const jobId = 100 + id;
  const sent = { ...sentJob, job_id: jobId, group: id };
  const units = [{ id: 'title', key: 'h-title', source: 'Fair', target: '', finished: false }];
  await translation.translation.commands.run(context, async (unit) => {
    await unit.decide(jobDecider, id, { type: 'Send', job: sent }, undefined);
    await unit.decide(
      unitsDecider,
      jobId,
      { type: 'OpenUnits', opened: { job: id, pair: 'en/fr-ca', units } },
      undefined,
    );
    await unit.decide(
      unitsDecider,
      jobId,
      { type: 'SaveUnits', saved: [{ id: 'title', target: 'Foire' }], filtered: false },
      undefined,
    );
    await unit.decide(jobDecider, id, { type: 'Assign', jobId, translator: 4 }, undefined);
  });
  return { id, shown: await ask('GET', `${TM}/jobs/${jobId}`) };
};

historyContract({
  registrations,
  store: () => translation.store,
  records: {
    translator: async () => {
      await ask('POST', `${TM}/translators`, { user_id: 3, language_pairs: { en: ['fr-ca'] } });
      await ask('POST', `${TM}/translators/3`, { manager: true });
      return { id: 3, shown: await ask('GET', `${TM}/translators/3`) };
    },
    string: async () => {
      const { id } = await ask('POST', `${ST}/strings`, { domain: 'menu', name: 'greeting', value: 'Hello' });
      await ask('POST', `${ST}/strings/${id}`, { translations: { 'fr-ca': 'Bonjour' } });
      return { id, shown: await ask('GET', `${ST}/strings/${id}`) };
    },
    stringsettings: async () => {
      const sent = [true, false].map((data) => ({ group: 'mo', key: 'generate_on_save', data }));
      const answers = [];
      for (const setting of sent) answers.push(await ask('POST', `${ST}/settings`, setting));
      return {
        id: 'site',
        shown: Object.fromEntries(answers.map(({ group, key, data }) => [`${group}.${key}`, data])),
      };
    },
    batch: async () => {
      const batch = { name: 'Spring', deadline: '', channel: 'tp', automatic: false, jobs: [7] } as const;
      await translation.translation.commands.run(context, async (unit) => {
        await unit.decide(batchDecider, 5, { type: 'SendBatch', batch }, undefined);
        await unit.decide(batchDecider, 5, { type: 'AcceptBatch', tpId: 501 }, undefined);
      });
      return { id: 5, shown: { id: 5, name: '', deadline: '', tp_id: 0, jobs: [] } };
    },
    job: () => job(7),
    jobunits: async () => ({ ...(await job(8)), id: 108 }),
    customxml: async () => {
      const path = '/i18n/v1/custom-xml-config';
      for (const kind of ['first', 'second'])
        await ask('POST', path, { content: `<i18n-config><!-- ${kind} --></i18n-config>` });
      return { id: 'site', shown: { content: await ask('GET', path) } };
    },
    account: async () => {
      await translation.translation.commands.run(context, async (unit) => {
        const command = { type: 'RegisterSite', site: 's', user: 3, url: 'https://a.test' } as const;
        await unit.decide(accountDecider, ACCOUNT, command, undefined);
        await unit.decide(accountDecider, ACCOUNT, { type: 'DetectClone', url: 'https://b.test' }, undefined);
      });
      return { id: ACCOUNT, shown: { registered: true, url: '', registered_url: '' } };
    },
  },
  withoutRoutes: [],
});
