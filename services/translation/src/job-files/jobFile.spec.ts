import type { SourceRecord } from '@almanac/contracts';
import { readXliff } from '@almanac/xliff';
import { findJob } from '../jobs/jobAccess.ts';
import { ownersOf, postSource } from '../jobs/owners.contract.ts';
import { serveTranslation, type TestService } from '../testing.contract.ts';
import { writtenJob } from './jobFile.ts';

const TM = '/i18n/tm/v1';

describe('the file of a job for an outside service', () => {
  let served: TestService;
  let records: SourceRecord[];
  beforeEach(async () => {
    records = [postSource];
    served = await serveTranslation({}, ownersOf(records));
  });
  afterEach(() => served.stop());

  const send = async (id = postSource.id): Promise<number> => {
    const elements = [{ type: 'post_post', id }];
    const { body } = await served.ask('POST', `${TM}/batches`, { body: { elements, target_languages: ['fr-ca'] } });
    return body.jobs[0].extra_data.job_id;
  };
  const finish = async (jobId: number, units: Readonly<Record<string, string>>): Promise<void> => {
    const saving = served.ask('POST', `${TM}/jobs/${jobId}`, { body: { units, complete: true } });
    const finished = () => served.ask('GET', `/internal/finished-jobs/${jobId}`, { as: 'site' });
    while ((await finished()).status !== 200) await new Promise((resolve) => setImmediate(resolve));
    const { job, hash, source, language } = (await finished()).body;
    const data = { job, jobId, hash, source, language, id: 80, path: '/fr-ca/foire/', status: 'publish', held: false };
    await served.deliver({ type: 'core.translation-written.v1', data });
    expect((await saving).status).toBe(200);
  };
  const sentUnits = async (jobId: number) => {
    const file = await writtenJob(served.translation, await findJob(served.translation, jobId));
    return readXliff(Buffer.from(file)).units.map(({ id, target, state }) => [id, target, state]);
  };

  it('marks texts of an older source', async () => {
    await finish(await send(), { title: 'Foire', body: '<p>Venez.</p>' });
    records[0] = { ...postSource, version: 4, units: [{ id: 'title', text: 'Great Fair' }, postSource.units[1]!] };
    expect(await sentUnits(await send())).toEqual([
      ['title', 'Foire', 'leveraged-tm'],
      ['body', '<p>Venez.</p>', 'tm-suggestion'],
    ]);
    const units = [postSource.units[0]!, { id: 'body', text: '<p>Go.</p>' }];
    records.push({ ...postSource, id: 8, group: 8, versions: { en: 8 }, units });
    expect(await sentUnits(await send(8))).toEqual([
      ['title', 'Foire', 'tm-suggestion'],
      ['body', '', 'initial'],
    ]);
  });
});
