import type { SourceRecord } from '@almanac/contracts';
import { serveTranslation, type TestService } from '../testing.contract.ts';
import { ownersOf, postSource } from './owners.contract.ts';

const market: SourceRecord = {
  ...postSource,
  id: 8,
  group: 8,
  title: 'Winter market',
  units: [{ id: 'title', text: 'Winter market' }],
};
const coast: SourceRecord = { ...market, type: 'tax_category', id: 9, group: 9, title: 'Coast' };

describe('the list of jobs', () => {
  let served: TestService;
  let ids: number[];
  let revisions: number[];
  beforeAll(async () => {
    served = await serveTranslation({ timezone: 'America/Toronto' }, ownersOf([postSource, market, coast]));
    const ask = (path: string, body: object) => served.ask('POST', `/i18n/tm/v1${path}`, { body });
    await ask('/translators', { user_id: 3, language_pairs: { en: ['fr-ca'] } });
    const send = async (element: SourceRecord, more: object) => {
      const elements = [{ type: element.type, id: element.id }];
      return (await ask('/batches', { elements, target_languages: ['fr-ca'], ...more })).body.jobs;
    };
    const sent = [
      ...(await send(postSource, { name: 'Spring', target_languages: ['fr-ca', 'es-us'], deadline: '2030-12-31' })),
      ...(await send(market, { name: 'Autumn', deadline: '2031-09-01', translator_id: 3 })),
    ];
    served.advance(86_400_000);
    sent.push(...(await send(coast, {})));
    ids = sent.map(({ id }) => id);
    revisions = sent.map(({ extra_data }) => extra_data.job_id);
    await ask(`/jobs/${revisions[2]}`, { units: { title: 'Marché' } });
    const texts = { version: 4, units: { title: 'other' } };
    await served.deliver({ type: 'core.post-changed.v1', data: { id: 7, title: 'Great Harvest Fair', texts } });
  });
  afterAll(() => served.stop());

  const asked = async (query: string) => {
    const { status, headers, body } = await served.ask('GET', `/i18n/tm/v1/jobs?${query}`);
    expect([status, headers.get('x-core-total')]).toEqual([200, String(body.total)]);
    return body.jobs.map(({ id }: { id: number }) => ids.indexOf(id));
  };

  it.each([
    ['limit=2', [['next', 'limit=2&offset=2']]],
    [
      'status=1,2&limit=1&offset=1',
      [
        ['prev', 'status=1%2C2&limit=1&offset=0'],
        ['next', 'status=1%2C2&limit=1&offset=2'],
      ],
    ],
    [
      'limit=2&offset=1',
      [
        ['prev', 'limit=2&offset=0'],
        ['next', 'limit=2&offset=3'],
      ],
    ],
    ['limit=2&offset=2', [['prev', 'limit=2&offset=0']]],
    ['limit=2&offset=90', [['prev', 'limit=2&offset=2']]],
    ['', []],
    ['source_language=fr-ca&offset=7', []],
  ])('returns the requested parts beside one: %s', async (query, beside) => {
    const link = (await served.ask('GET', `/i18n/tm/v1/jobs?${query}`)).headers.get('link') ?? '';
    const named = [...link.matchAll(/<[^>]*\/i18n\/tm\/v1\/jobs\?([^>]*)>; rel="(\w+)"/g)].map(([, at, rel]) => [
      rel,
      at,
    ]);
    expect(named).toEqual(beside);
  });

  it.each<[string, number[]]>([
    ['', [3, 2, 1, 0]],
    ['limit=2&offset=1', [2, 1]],
    ['limit=0', [3, 2, 1, 0]],
    ['limit=9999', [3, 2, 1, 0]],
    [`ids=${'1,'.repeat(499)}123456789012345`, []],
    ['translated_by=123456789012345', []],
    ['target_language=es-us,en-ca', [1]],
    ['source_language=fr-ca', []],
    ['title=harv', [1, 0]],
    ['title=MARKET,coa', [3, 2]],
    ['batch_name=spring', [1, 0]],
    ['status=1', [3, 1, 0]],
    ['status=2,102', [2]],
    ['status=3', [1, 0]],
    ['status=30', []],
    ['status=2&needs_update=include', [2, 1, 0]],
    ['status=1&needs_update=exclude', [3]],
    ['scope=local', [3, 2, 1, 0]],
    ['scope=remote', []],
    ['translated_by=3', [2]],
    ['translated_by=0', [3, 1, 0]],
    ['translated_by=', [3, 2, 1, 0]],
    ['element_type=tax_category', [3]],
    ['only_automatic=1', []],
    ['deadline_from=2031-01-01', [2]],
    ['deadline_to=2030-12-31', [1, 0]],
    ['sent_from=2031-01-02', [3]],
    ['sent_to=2031-01-01', [2, 1, 0]],
    ['sent_from=2031-01-01&sent_to=2031-01-01', [2, 1, 0]],
    ['sorting=title:asc', [3, 1, 0, 2]],
    ['sorting=title:asc,id:asc', [3, 0, 1, 2]],
    ['sorting[language]=asc&sorting[id]=asc', [1, 0, 2, 3]],
    ['sorting=deadline_date:desc', [2, 1, 0, 3]],
  ])('is filtered by ?%s', async (query, expected) => {
    expect(await asked(query)).toEqual(expected);
  });

  it('finds jobs by their numbers', async () => {
    expect(await asked(`id=${ids[1]}`)).toEqual([1]);
    expect(await asked(`ids=${ids[1]},${ids[3]}`)).toEqual([3, 1]);
    expect(await asked(`local_job_ids=${revisions[0]},${ids[1]}`)).toEqual([0]);
  });

  it('shows overdue jobs, and days in the zone of the site', async () => {
    const { jobs } = (await served.ask('GET', '/i18n/tm/v1/jobs')).body;
    expect(jobs.map((job: Record<string, unknown>) => [job.overdue, job.sent_date, job.type])).toEqual([
      [false, '2031-01-02', 'term'],
      [false, '2031-01-01', 'post'],
      [true, '2031-01-01', 'post'],
      [true, '2031-01-01', 'post'],
    ]);
    expect(jobs[2]).toMatchObject({ element: { name: 'Great Harvest Fair' }, view_url: '', progress: '' });
  });

  it.each([
    ['scope', 'scope=everything'],
    ['status', 'status=7'],
    ['status', 'status=x'],
    ['status', 'status=1,x'],
    ['ids', 'ids=1234567890123456'],
    ['ids', 'ids=-1'],
    ['ids', 'ids=1.5'],
    ['ids', `ids=${'1,'.repeat(501)}`],
    ['local_job_ids', 'local_job_ids=x'],
    ['source_language', 'source_language=en,de'],
    ['translated_by', 'translated_by=1234567890123456'],
    ['translated_by', 'translated_by=1x'],
    ['only_automatic', 'only_automatic=yes'],
    ['sent_to', 'sent_to=tomorrow'],
    ['deadline_from', 'deadline_from=2031-1-1'],
    ['deadline_to', 'deadline_to=2031-02-29'],
    ['needs_update', 'needs_update=yes'],
    ['sorting', 'sorting=colour:asc'],
    ['sorting', 'sorting=constructor:asc'],
    ['sorting', 'sorting[__proto__]=asc'],
    ['target_language', 'target_language=de'],
    ['limit', 'limit=-1'],
    ['offset', 'offset=-1'],
    ['id', 'id=-1'],
    ['translated_by', 'translated_by=somebody'],
    ['translated_by', 'translated_by=-1'],
    ['sent_from', 'sent_from=2031-02-30'],
    ['deadline_to', 'deadline_from=2031-02-02&deadline_to=2031-02-01'],
    ['sent_to', 'sent_from=2031-02-02&sent_to=2031-02-01'],
  ])('refuses %s: %s', async (name, query) => {
    const { status, body } = await served.ask('GET', `/i18n/tm/v1/jobs?${query}`);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
  });
});
