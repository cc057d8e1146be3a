import { type Asker, serveTranslation, type TestService } from '../testing.contract.ts';
import { ownersOf, postSource } from './owners.contract.ts';

const market = { ...postSource, id: 8, group: 8, title: 'Winter market' };

describe('the jobs beside a record', () => {
  let served: TestService;
  beforeAll(async () => {
    served = await serveTranslation({}, ownersOf([postSource, market]));
    const ask = (path: string, body: object) => served.ask('POST', `/i18n/tm/v1${path}`, { body });
    // User 3 is the author, user 2 the editor.
    await ask('/translators', { user_id: 3, language_pairs: { en: ['fr-ca'] } });
    await ask('/translators', { user_id: 2, language_pairs: {}, manager: true });
    const elements = [{ type: 'post_post', id: 7 }];
    await ask('/batches', { elements, target_languages: ['es-us', 'fr-ca'], deadline: '2030-12-31' });
    const { body } = await ask('/batches', { elements: [{ type: 'post_post', id: 8 }], target_languages: ['fr-ca'] });
    const [{ id, type }] = body.jobs;
    await served.ask('POST', '/i18n/tm/v1/jobs/cancel', { body: [{ id, type }] });
  });
  afterAll(() => served.stop());

  const beside = async (as: Asker, ids: unknown = [7], type = 'post_post') => {
    const { status, body } = await served.ask('POST', '/internal/element-jobs', { as, body: { type, ids } });
    const targets = body.jobs?.map((job: { language_codes: { target: string } }) => job.language_codes.target);
    return { status, manages: body.manages, engine: body.engine, targets: targets?.toSorted(), body };
  };

  it('are shown to users who see them in the list, by any version of the record', async () => {
    const all = { status: 200, manages: true, engine: false, targets: ['es-us', 'fr-ca'] };
    expect(await beside('administrator', [99, 7])).toMatchObject(all);
    expect(await beside('editor')).toMatchObject(all);
    expect(await beside('author')).toMatchObject({ ...all, manages: false, targets: ['fr-ca'] });
    expect(await beside('contributor')).toMatchObject({ ...all, manages: false, targets: [] });
    const [job] = (await beside('author')).body.jobs;
    expect(job).toMatchObject({ status: 1, deadline: '2030-12-31', overdue: true, is_ate_job: false });
  });

  it('omit cancelled jobs, and unsent ones', async () => {
    for (const [ids, type] of [
      [[8], 'post_post'],
      [[7], 'tax_category'],
      [[99], 'post_post'],
    ] as const)
      expect((await beside('administrator', [...ids], type)).targets).toEqual([]);
  });

  it('are for users, and for existing kinds of records', async () => {
    expect((await beside('visitor')).status).toBe(401);
    for (const ids of [[], [0], ['7'], 'constructor', Array.from({ length: 51 }, (_one, index) => index + 1)])
      expect((await beside('administrator', ids)).status).toBe(400);
    expect((await beside('administrator', [7], 'constructor')).status).toBe(400);
  });
});
