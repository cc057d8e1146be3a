import { eventually } from '@almanac/testing';
import { type SiteProcess, startSite } from '../site.ts';
import { burdenNames, type Crowd, startCrowd } from './crowd.ts';

const COUNT = 1_000;
const POSTS = '/core/v2/posts';

describe(`a site with ${COUNT} slow, large and malformed clients`, () => {
  let site: SiteProcess;
  let crowd: Crowd;
  beforeAll(async () => {
    site = await startSite();
    for (let turn = 0; turn < 100; turn++) {
      const body = { title: `News ${turn}`, content: 'By the harbour. '.repeat(100), status: 'publish' };
      await site.request('POST', POSTS, { as: 'admin', body });
    }
    crowd = startCrowd(Number(new URL(site.origin).port), COUNT);
    await eventually(() => crowd.connected() === COUNT);
  });
  afterAll(async () => {
    crowd.stop();
    await site.stop();
  });

  it('lets every other client read and write', async () => {
    const statuses = new Set<number>();
    for (let turn = 0; turn < 100; turn++) {
      statuses.add((await site.request('GET', `${POSTS}?per_page=10`)).status);
      statuses.add((await site.request('POST', POSTS, { as: 'admin', body: { title: `Other ${turn}` } })).status);
    }
    expect(statuses).toEqual(new Set([200, 201]));
  });

  it('answers or shuts out each of them as it deserves', async () => {
    const told = () => burdenNames.map((name) => [name, [...(crowd.answers.get(name) ?? [])].sort()] as const);
    await eventually(() => told().every(([, each]) => each.length > 0)).catch(() => undefined);
    const { 'large list': large, ...answers } = Object.fromEntries(told());
    // on a busy machine some clients of large answers are told to retry later
    expect(large?.filter((status) => status !== '503')).toEqual(['200']);
    expect(answers).toEqual({
      'slow headers': ['408'],
      'no body': ['408'],
      'slow body': ['408'],
      'large body': ['413'],
      'no HTTP': ['400'],
      'two hosts': ['400'],
      'broken chunk': ['closed'],
      'two lengths': ['400'],
      'long header': ['431'],
      'broken JSON': ['400'],
      'half a request': ['400'],
    });
  });

  it('serves as before once they have gone', async () => {
    crowd.stop();
    expect((await site.request('GET', POSTS)).status).toBe(200);
    expect(site.process.exitCode).toBeNull();
  });
});
