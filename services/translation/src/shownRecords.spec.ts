import { join } from 'node:path';
import { expectFound, showsAnswers } from '@almanac/rest/shown-contract';
import { batchDecider } from './jobs/batch.ts';
import { jobDecider } from './jobs/job.ts';
import type { JobCommand } from './jobs/jobCommands.ts';
import type { SentJob } from './jobs/jobEvents.ts';
import { sentJob } from './jobs/jobs.contract.ts';
import { recordPickUp } from './jobs/pickUpTimes.ts';
import { unitsDecider } from './jobs/units.ts';
import { stringDecider } from './strings/siteString.ts';
import { type Asker, serveTranslation, type TestService } from './testing.contract.ts';

const SHOWN = join(import.meta.dirname, '../shown');
const TM = '/i18n/tm/v1';
const ST = '/i18n/st/v1';
const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

let served: TestService;

const make = async (path: string, body: object) => {
  const answer = await served.ask('POST', path, { body });
  expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body]);
  return answer.body;
};

const local = { id: 11, name: 'Spring' };
const agency = { id: 12, name: 'At the agency' };
const finish = { hash: 'H', by: 3, delivery: null } as const;
const element = (id: number, type: SentJob['element']['type'] = 'post_post') => ({
  ...{ element: { type, id }, group: id },
});
const completed = (job_id: number, review: 'hold' | 'publish' | null, path: string | null): JobCommand[] => [
  { type: 'Finish', jobId: job_id, finish: { ...finish, review } },
  { type: 'Written', version: { job_id, hash: 'H', version: 8, path, held: review === 'hold' } },
];

interface MadeJob {
  readonly sent: Partial<SentJob>;
  /** The commands after sending; the revision of job n is 100 + n. */
  readonly follows?: readonly JobCommand[];
  /** Milliseconds before the next job is sent. */
  readonly wait?: number;
}

/** Milliseconds to the end of the first day in Toronto. */
const TO_MIDNIGHT = 17 * 3_600_000 - 1;

/** Jobs of every status, channel, kind and review; the first is job 1 with revision 101. */
const made: readonly MadeJob[] = [
  { sent: { deadline: '2030-12-31' }, wait: TO_MIDNIGHT },
  {
    sent: { ...element(7), target: 'es-us', translator: 4, units: 3, deadline: '2031-01-02', title: 'harvest fair' },
    follows: [{ type: 'Save', jobId: 102, finished: 2, translator: 4 }],
    wait: 1,
  },
  {
    sent: { ...element(8), title: 'Winter market', translator: 0, deadline: '' },
    follows: [{ type: 'Finish', jobId: 103, finish: { ...finish, review: null } }],
  },
  {
    sent: { ...element(9, 'post_cal_events'), title: 'Élan', deadline: '2030-01-01', translator: 5 },
    follows: [
      ...completed(104, null, '/fr-ca/elan/'),
      { type: 'NoteSource', change: { minor: false, hashes: { title: 'n' } } },
    ],
  },
  { sent: element(10), follows: [{ type: 'Cancel' }] },
  { sent: { ...element(11), channel: 'tp', batch: agency, translator: 0, path: null } },
  {
    sent: { ...element(12), channel: 'tp', batch: agency, translator: 0, finished: 1, deadline: '2031-01-01' },
    follows: [
      { type: 'AcceptAtAgency', jobId: 107, tpId: 71 },
      { type: 'ObserveRemote', jobId: 107, state: { status: 'translation_ready', error: 'SyncError' } },
    ],
    wait: 86_400_000,
  },
  {
    sent: {
      ...element(13),
      channel: 'tp',
      batch: agency,
      translator: 0,
      element_status: 'draft',
      deadline: '2031-01-03',
    },
    follows: [
      { type: 'AcceptAtAgency', jobId: 108, tpId: 72 },
      { type: 'ReadyAtAgency', jobId: 108 },
    ],
  },
  {
    sent: { ...element(14), channel: 'ate', translator: 0, automatic: true },
    follows: [{ type: 'FailRemote', jobId: 109, error: 'RetryExhausted', due: null }],
  },
  {
    sent: { ...element(15), channel: 'ate', translator: 0 },
    follows: [
      { type: 'LinkRemote', jobId: 110, editorJobId: 9_001 },
      { type: 'ObserveRemote', jobId: 110, state: { status: '31', error: 'CreditExhausted' } },
      { type: 'CancelledThere', jobId: 110 },
    ],
  },
  {
    sent: { ...element(16), channel: 'ate', automatic: true, translator: 0 },
    follows: [{ type: 'LinkRemote', jobId: 111, editorJobId: 9_002 }, ...completed(111, 'hold', null)],
  },
  {
    sent: { ...element(17), channel: 'ate', automatic: true },
    follows: [...completed(112, 'publish', '/fr-ca/dix-sept/'), { type: 'OpenReview', jobId: 112, by: 1 }],
  },
  {
    sent: { ...element(18), channel: 'ate', automatic: true },
    follows: [...completed(113, 'hold', '/fr-ca/dix-huit/'), { type: 'AcceptReview', jobId: 113, by: 1 }],
  },
  {
    sent: { ...element(19, 'tax_category'), source: 'fr-ca', target: 'en', title: 'Côte', path: null, translator: 0 },
    follows: [{ type: 'NoteSource', change: { minor: false, hashes: { title: 'other' } } }],
  },
  {
    sent: { ...element(20, 'tax_post_tag'), source: 'es-us', target: 'en-ca', title: 'market', translator: 0 },
    follows: [
      ...completed(115, null, '/en-ca/tag/market/'),
      {
        type: 'Send',
        job: { ...sentJob, ...element(20), job_id: 215, source: 'es-us', target: 'en-ca', translator: 0 },
      },
    ],
  },
];

const makeJobs = async (): Promise<void> => {
  const { commands } = served.translation;
  const batch = { deadline: '', channel: 'tp', automatic: false, jobs: [6, 7, 8] } as const;
  await commands.run(context, async (unit) => {
    await unit.decide(batchDecider, agency.id, { type: 'SendBatch', batch: { ...batch, ...agency } }, undefined);
    await unit.decide(batchDecider, agency.id, { type: 'AcceptBatch', tpId: 501 }, undefined);
  });
  for (const [index, { sent, follows = [], wait = 0 }] of made.entries()) {
    const id = index + 1;
    const job = { ...sentJob, batch: local, ...sent, job_id: 100 + id };
    await commands.run(context, async (unit) => {
      for (const command of [{ type: 'Send', job } as const, ...follows])
        await unit.decide(jobDecider, id, command, undefined);
    });
    served.advance(wait);
  }
  const units = [
    { id: 'title', key: 'h-title', source: 'Fair', target: 'Foire', finished: true },
    { id: 'body', key: 'h-body', source: '<p>Come.</p>', target: '', finished: false },
  ];
  await commands.run(context, (unit) =>
    unit.decide(unitsDecider, 102, { type: 'OpenUnits', opened: { job: 2, pair: 'en/es-us', units } }, undefined),
  );
};

const makeStrings = async (): Promise<void> => {
  const greeting = { domain: 'widgets', context: 'menu', name: 'greeting', value: 'Hello' };
  const { id } = await make(`${ST}/strings`, greeting);
  await make(`${ST}/strings/${id}`, { translations: { 'fr-ca': 'Bonjour' } });
  await served.translation.commands.run(context, (unit) =>
    unit.decide(stringDecider, id, { type: 'KeepShipped', shipped: { 'fr-ca': 'Allo', 'es-us': 'Hola' } }, undefined),
  );
  await make(`${ST}/strings`, { ...greeting, value: 'Hello again' });
  const bye = await make(`${ST}/strings`, {
    ...greeting,
    name: 'bye',
    context: '',
    value: 'Au revoir',
    source_language: 'fr-ca',
  });
  await make(`${ST}/strings/${bye.id}`, { translations: { en: 'Bye', 'en-ca': 'Bye', 'es-us': 'Adiós' } });
  await make(`${ST}/strings`, { ...greeting, domain: 'other', value: 'Hello <b>%s</b>' });
  addresses.string = [`${ST}/strings/${id}`];
};

beforeAll(async () => {
  served = await serveTranslation({ timezone: 'America/Toronto' });
  const user = (id: number, name: string) => ({
    type: 'core.user-changed.v1',
    key: `user-${id}`,
    data: { id, name, slug: `user-${id}`, email: `user${id}@site.test` },
  });
  await served.deliver(user(3, 'Ada & Co'), user(4, 'Ben'));
  await make(`${TM}/translators`, { user_id: 3, language_pairs: { en: ['fr-ca'], 'es-us': ['en-ca', 'en'] } });
  await make(`${TM}/translators`, { user_id: 4, manager: true });
  await make(`${TM}/translators`, { user_id: 5, language_pairs: { 'fr-ca': ['en'] }, manager: true });
  await makeStrings();
  await makeJobs();
  await recordPickUp(served.translation);
});
afterAll(() => served.stop());

const addresses: Record<string, readonly [path: string, as?: Asker, language?: string]> = {
  jobs: [`${TM}/jobs`],
  'jobs-to-a-translator': [`${TM}/jobs?limit=2`, 'author'],
  'jobs-page-2': [`${TM}/jobs?limit=2&offset=2&status=1,2`, 'administrator', 'fr-ca'],
  'jobs-past-the-end': [`${TM}/jobs?offset=90`],
  job: [`${TM}/jobs/102`],
  translators: [`${TM}/translators`],
  'translators-page-2': [`${TM}/translators?per_page=1&page=2`],
  'translators-past-the-end': [`${TM}/translators?per_page=2&page=9`],
  translator: [`${TM}/translators/3`],
  strings: [`${ST}/strings`],
  'strings-page-2': [`${ST}/strings?per_page=1&page=2`],
  'strings-past-the-end': [`${ST}/strings?per_page=1&page=4`],
};

describe('the records of translation', () => {
  showsAnswers(SHOWN, [...Object.keys(addresses), 'string'], (name) => {
    const [path, as, language] = addresses[name]!;
    return served.ask('GET', path, { ...(as && { as }), ...(language && { language }) });
  });
});

const STATUSES = [0, 1, 2, 3, 4, 9, 10, 20, 30, 40, 42, 102];
const COLUMNS = ['id', 'job_id', 'title', 'batch_name', 'language', 'sent_date', 'deadline_date', 'status'];

/** The filters and orders of lists of jobs. */
const JOBS: readonly string[] = [
  ...['all', 'local', 'remote', 'ate'].map((scope) => `scope=${scope}`),
  ...STATUSES.map((status) => `status=${status}`),
  ...['status=1,3', 'status=1, 30 ,42', 'status=', 'status=,', 'status=10&needs_update=include'],
  ...['needs_update=include', 'needs_update=exclude', 'needs_update=', 'status=3&needs_update=exclude'],
  ...['status=1&needs_update=exclude', 'status=30&needs_update=include'],
  ...['local_job_ids=101,215', 'local_job_ids=', 'id=2', 'id=0', 'ids=2, 4,5', 'ids=999'],
  ...['title=HARVEST', 'title=market, elan', 'title=,', 'batch_name=AGENCY', 'batch_name=spring,agency', 'batch_name='],
  ...['source_language=fr-ca', 'source_language=fr-ca, es-us', 'source_language=', 'target_language=en,es-us'],
  ...['translated_by=0', 'translated_by=4', 'translated_by=', 'element_type=tax_category', 'element_type='],
  ...['', '0', '1', 'false', 'true'].map((only) => `only_automatic=${only}`),
  ...['sent_from=2031-01-02', 'sent_to=2031-01-01', 'sent_from=2031-01-01&sent_to=2031-01-01', 'sent_from=&sent_to='],
  ...['sent_from=2031-01-02&sent_to=2031-01-02', 'sent_from=2031-01-03&sent_to=', 'sent_from=2031-01-04'],
  ...['deadline_from=2031-01-01', 'deadline_to=2031-01-01', 'deadline_from=2031-01-01&deadline_to=2031-01-02'],
  ...['deadline_from=&deadline_to=', 'deadline_to=1999-01-01', 'deadline_from=2031-05-02'],
  ...['scope=ate&status=10&only_automatic=1&translated_by=3', 'limit=3', 'limit=3&offset=13', 'offset=14'],
  ...COLUMNS.flatMap((column) => [`sorting=${column}:asc`, `sorting=${column}:desc`]),
];

describe('the list of jobs', () => {
  it.each<[Asker, string]>([
    ['administrator', 'managers'],
    ['author', 'a-translator'],
    ['subscriber', 'managers'],
  ])('has the recorded form and order for the %s: of %s', async (as, name) => {
    await expectFound(join(SHOWN, `ids-of-jobs-to-${name}.json`), JOBS, async (query) => {
      const { status, body } = await served.ask('GET', `${TM}/jobs?${query}`, { as });
      expect([query, status]).toEqual([query, 200]);
      return { records: body.jobs, total: body.total };
    });
  });
});
