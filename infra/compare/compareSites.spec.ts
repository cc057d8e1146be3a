import { createOutgoing } from '@almanac/outgoing';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import { FakeOldSite, type FakeSize } from '../move/fakeOldSite.contract.ts';
import { moveSite } from '../move/moveSite.ts';
import { OldSite } from '../move/oldSite.ts';
import { compareSites, pathsOfLog } from './compareSites.ts';

const TINY: FakeSize = { users: 8, terms: 3, media: 2, posts: 16, pages: 3, events: 8, redirects: 1 };

describe('a comparison of a site with the one to which it was moved', () => {
  it('finds the stored members equal, and names with examples the one that was changed', async () => {
    const fake = new FakeOldSite(TINY);
    const service = await fake.start();
    const running = await startSiteUnderTest(siteOfAda());
    const site = clientOfAda(running);
    const old = new OldSite({
      address: fake.address,
      user: 'ada',
      password: 'secret',
      outgoing: createOutgoing(service),
    });
    await moveSite({ old, site, width: 4, isDryRun: false, isFinal: true });
    const page = { status: 200, type: 'text/html', text: '<title>Same – Site</title>' };
    const compare = () => compareSites({ old, site, paths: ['/'], pagesOfKind: 0, readPage: async () => page });
    const counts = await compare();
    expect(counts.missing).toEqual([]);
    expect(counts.kinds.filter((kind) => counts.share(kind) < 0.99)).toEqual([]);
    const differing = counts.kinds.flatMap((kind) => counts.different(kind).map(({ member }) => `${kind} ${member}`));
    // the reference was not asked how it shows the texts with references
    expect(new Set(differing)).toEqual(
      new Set([
        'users registered_date',
        ...['pages', 'posts', 'cal_venue', 'cal_organizer', 'cal_events'].map((kind) => `${kind} content.rendered`),
      ]),
    );
    const [first = 0] = fake.idsOf('posts');
    await site.request('POST', `/core/v2/posts/${first}`, { title: 'Changed here' });
    const changed = await compare();
    expect(changed.different('posts').find(({ member }) => member === 'title.raw')).toEqual({
      member: 'title.raw',
      count: 1,
      examples: [{ address: `${fake.address}/post-${first}/`, old: '"Second Wind"', new: '"Changed here"' }],
    });
    await running.stop();
    await fake.stop();
  });
});

describe('the addresses of an access log', () => {
  it('are those of reads that succeeded, each once', () => {
    const line = (request: string, status: number) => `::1 - - [27/Nov/2026:10:00:00 +0000] "${request}" ${status} 12`;
    const log = [line('GET /a/ HTTP/1.1', 200), line('POST /b HTTP/1.1', 200), line('GET /c HTTP/2', 404)];
    expect(pathsOfLog([...log, ...log].join('\n'), 10)).toEqual(['/a/']);
  });
});
