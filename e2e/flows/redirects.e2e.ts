import { eventually } from '@almanac/testing';
import { type SiteProcess, startSite } from '../site.ts';

interface Rule {
  readonly id: number;
  readonly url: string;
  readonly hits: number;
  readonly action_data: { readonly url: string } | null;
}

interface LogRecord {
  readonly url: string;
  readonly sent_to?: string;
  readonly http_code: number;
  readonly redirection_id?: number;
  readonly ip: string;
}

interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

const MODIFIED_POSTS = 2;

describe('redirects of a site', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  const write = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await site.request<Body>('POST', path, { as: 'admin', body });
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  };
  const list = async <Item>(path: string): Promise<List<Item>> =>
    (await site.request<List<Item>>('GET', path, { as: 'admin' })).body;
  const visit = async (path: string): Promise<[number, string | null]> => {
    const { status, headers } = await fetch(site.origin + path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  const ruleFor = async (path: string): Promise<Rule | undefined> =>
    (await list<Rule>(`/redirection/v1/redirect?filterBy[url]=${encodeURIComponent(path)}`)).items[0];
  const rule = (url: string, more: object = {}) => ({
    url,
    match_type: 'url',
    action_type: 'url',
    group_id: 1,
    action_data: { url: '/target' },
    ...more,
  });

  it('lead from the old address of a renamed post, and show up in log and counter', async () => {
    await write('/redirection/v1/setting', { monitor_post: MODIFIED_POSTS, monitor_types: ['post'] });
    const post = await write<{ id: number; link: string }>('/core/v2/posts', { title: 'Old quay', status: 'publish' });
    const renamed = await write<{ link: string }>(`/core/v2/posts/${post.id}`, { slug: 'new-quay' });
    const [from, to] = [new URL(post.link).pathname, new URL(renamed.link).pathname];
    await eventually(async () => (await ruleFor(from)) !== undefined);
    await eventually(async () => (await visit(from))[0] === 301);
    expect(await visit(from)).toEqual([301, to]);
    expect((await visit(to))[0]).toBe(200);
    await eventually(async () => ((await ruleFor(from))?.hits ?? 0) >= 2);
    const { items } = await list<LogRecord>('/redirection/v1/log');
    expect(items[0]).toMatchObject({ url: from, sent_to: to, http_code: 301, ip: '' });
  });

  it('work at once for the person who has saved them, until they are disabled or deleted', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const path = `/at-once-${turn}`;
      await write('/redirection/v1/redirect', rule(path));
      expect(await visit(path)).toEqual([301, '/target']);
      const id = (await ruleFor(path))?.id;
      await write('/redirection/v1/bulk/redirect/disable', { items: [id] });
      expect((await visit(path))[0]).toBe(404);
      await write('/redirection/v1/bulk/redirect/enable', { items: [id] });
      expect((await visit(path))[0]).toBe(301);
      await write('/redirection/v1/bulk/redirect/delete', { items: [id] });
      expect((await visit(path))[0]).toBe(404);
    }
  });

  it('end with their group', async () => {
    const { items } = await write<List<{ id: number; name: string }>>('/redirection/v1/group', {
      name: 'Brief',
      moduleId: 1,
    });
    const group = items.find(({ name }) => name === 'Brief')?.id;
    await write('/redirection/v1/redirect', rule('/brief', { group_id: group }));
    expect((await visit('/brief'))[0]).toBe(301);
    await write('/redirection/v1/bulk/group/disable', { items: [group] });
    expect((await visit('/brief'))[0]).toBe(404);
    await write('/redirection/v1/bulk/group/enable', { items: [group] });
    expect((await visit('/brief'))[0]).toBe(301);
  });

  it('leave missing pages to the log of 404s', async () => {
    await visit('/was-never-here/?x=1');
    const found = async (): Promise<LogRecord | undefined> =>
      (await list<LogRecord>('/redirection/v1/404?filterBy[url]=was-never-here')).items[0];
    await eventually(async () => (await found()) !== undefined);
    expect(await found()).toMatchObject({ url: '/was-never-here/?x=1', http_code: 404 });
  });

  it('lead from addresses of the site’s former permalink structure', async () => {
    const { link } = await write<{ link: string }>('/core/v2/posts', { title: 'Пристань 日本', status: 'publish' });
    const { pathname } = new URL(link);
    expect((await visit(`/2019/05${pathname}`))[0]).toBe(404);
    await write('/redirection/v1/setting', { permalinks: ['/%year%/%monthnum%/%postname%/'] });
    await eventually(async () => (await visit(`/2019/05${pathname}?x=1`))[0] === 301);
    expect(await visit(`/2019/05${pathname}?x=1`)).toEqual([301, link]);
    expect(await visit(`/2019/05${decodeURIComponent(pathname)}`)).toEqual([301, link]);
    expect((await visit('/2019/05/none/'))[0]).toBe(404);
    await write('/redirection/v1/setting', { permalinks: [] });
    await eventually(async () => (await visit(`/2019/05${pathname}`))[0] === 404);
  });

  it('lead to a random post, and to a post by its id', async () => {
    const post = await write<{ id: number; link: string }>('/core/v2/posts', { title: 'A post', status: 'publish' });
    await write('/redirection/v1/redirect', rule('/by-id', { action_data: { url: String(post.id) } }));
    await write('/redirection/v1/redirect', rule('/some', { action_type: 'random', action_code: 302 }));
    expect(await visit('/by-id')).toEqual([301, post.link]);
    await eventually(async () => (await visit('/some'))[0] === 302);
    expect((await visit('/some'))[1]).toMatch(`${site.origin}/`);
  });
});
