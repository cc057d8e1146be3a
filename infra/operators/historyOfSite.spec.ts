import { siteForSpecs } from './operatorSite.contract.ts';

interface Change {
  readonly version: number;
  readonly type: string;
  readonly who: string;
  readonly changes: readonly { readonly member: string; readonly before: unknown; readonly after: unknown }[];
}

describe('the histories of a running site’s records', () => {
  const site = siteForSpecs();
  const ask = async (method: string, path: string, body?: object) => {
    const { headers, ...answer } = await site.ask(method, path, body);
    return { ...answer, total: headers.get('x-core-total') };
  };

  const made = async (path: string, body: object): Promise<number> => (await ask('POST', path, body)).body.id;
  const history = async (kind: string, id: number | string): Promise<readonly Change[]> =>
    (await ask('GET', `/ops/v1/history/${kind}/${id}?per_page=100`)).body;
  const restore = async (kind: string, id: number, version: number) =>
    (await ask('POST', `/ops/v1/history/${kind}/${id}/restore`, { version })) as {
      status: number;
      body: { code?: string; version: number; warnings: { code: string; detail: string }[] };
    };

  it('show a page of a post’s history, with secrets as null and without members that change with every write', async () => {
    const id = await made('/core/v2/posts', { title: 'Tide', content: 'High', status: 'publish', password: 'sesame' });
    await ask('POST', `/core/v2/posts/${id}`, { title: 'Ebb', password: 'open' });
    const { body, total } = await ask('GET', `/ops/v1/history/post/${id}?per_page=1`);
    expect([body.length, Number(total)]).toEqual([1, (await history('post', id)).length]);
    const changed = (await history('post', id)).find(({ type }) => type === 'PostChanged');
    expect(changed).toMatchObject({ who: 'ada' });
    expect(changed?.changes.toSorted((a, b) => a.member.localeCompare(b.member))).toEqual([
      { member: 'password', before: null, after: null },
      { member: 'title', before: 'Tide', after: 'Ebb' },
    ]);
  });

  it('have nothing on a page far beyond the last', async () => {
    const id = await made('/core/v2/posts', { title: 'Weir' });
    const far = await ask('GET', `/ops/v1/history/post/${id}?page=${Number.MAX_SAFE_INTEGER}&per_page=100`);
    expect([far.status, far.body, far.total]).toEqual([200, [], '1']);
  });

  it('restore a trashed record, and refuse a deleted one', async () => {
    const id = await made('/core/v2/posts', { title: 'Pier', status: 'publish' });
    await ask('POST', `/core/v2/posts/${id}`, { title: 'Quay' });
    await ask('DELETE', `/core/v2/posts/${id}`);
    const version = (await history('post', id)).at(-1)?.version ?? 0;
    const answer = await restore('post', id, version);
    expect([answer.status, answer.body.warnings]).toEqual([200, []]);
    expect((await ask('GET', `/core/v2/posts/${id}`)).body).toMatchObject({
      title: { rendered: 'Pier' },
      status: 'publish',
    });
    await ask('DELETE', `/core/v2/posts/${id}?force=true`);
    expect((await history('post', id))[0]?.type).toBe('PostDeleted');
    expect((await restore('post', id, 1)).body.code).toBe('ops_not_restorable');
  });

  it('leave out references to deleted records, and choose another slug if one is taken', async () => {
    const venue = await made('/cal/events/v1/venues', { venue: 'Hall' });
    const dates = { start_date: '2027-06-01 19:00:00', end_date: '2027-06-01 21:00:00' };
    const event = await made('/cal/events/v1/events', { title: 'Ball', slug: 'ball', venue, ...dates, cost: '12' });
    await ask('POST', `/cal/events/v1/events/${event}`, { slug: 'dance', venue: '', cost: '', title: 'Dance' });
    await made('/cal/events/v1/events', { title: 'Other', slug: 'ball', ...dates });
    await ask('DELETE', `/cal/events/v1/venues/${venue}?force=true`);
    const { status, body } = await restore('event', event, 1);
    expect([status, body.warnings]).toEqual([
      200,
      [
        { code: 'reference_gone', detail: `venue ${venue}` },
        { code: 'slug_taken', detail: 'ball' },
      ],
    ]);
    const { body: shown } = await ask('GET', `/cal/events/v1/events/${event}`);
    expect([shown.title, shown.slug, shown.cost]).toEqual(['Ball', 'ball-2', '$12']);
    expect((await restore('event', event, 1)).body.version).toBe(body.version);
  });

  it('restore terms, users, settings and redirects, each by its own command', async () => {
    const tag = await made('/core/v2/tags', { name: 'Music' });
    await ask('POST', `/core/v2/tags/${tag}`, { name: 'Songs', slug: 'songs' });
    await made('/core/v2/tags', { name: 'Music' });
    expect((await restore('tag', tag, 1)).body.warnings).toEqual([{ code: 'slug_taken', detail: 'music' }]);
    const user = await made('/core/v2/users', {
      username: 'bob',
      email: 'bob@example.test',
      password: 'long enough 1',
    });
    await ask('POST', `/core/v2/users/${user}`, { roles: ['editor'], first_name: 'Bob' });
    const [newest] = await history('user', user);
    await restore('user', user, 1);
    expect((await ask('GET', `/core/v2/users/${user}?context=edit`)).body).toMatchObject({ roles: ['subscriber'] });
    expect(newest?.version).toBeGreaterThan(1);
    await ask('POST', '/core/v2/settings', { title: 'Other' });
    expect((await ask('POST', '/ops/v1/history/settings/site/restore', { version: 1 })).status).toBe(200);
    expect((await ask('GET', '/core/v2/settings')).body.title).toBe('Riverside');
    const redirect = { url: '/old', match_type: 'url', action_type: 'url', action_data: { url: '/new' }, group_id: 1 };
    const { items } = (await ask('POST', '/redirection/v1/redirect', redirect)).body;
    await ask('POST', `/redirection/v1/redirect/${items[0].id}`, { ...redirect, action_data: { url: '/newer' } });
    expect((await restore('rule', items[0].id, 1)).status).toBe(200);
    expect((await history('rule', items[0].id))[0]?.changes).toEqual([
      { member: 'action_data', before: { url: '/newer' }, after: { url: '/new' } },
    ]);
  });

  it('refuse unknown kinds, records, versions, and names of every object', async () => {
    const id = await made('/cal/events/v1/venues', { venue: 'Hall' });
    const refused = [
      await ask('GET', `/ops/v1/history/constructor/${id}`),
      await ask('GET', '/ops/v1/history/venue/99999999'),
      await ask('GET', `/ops/v1/history/claim/slug_venue_en_hall`),
      await ask('POST', `/ops/v1/history/venue/${id}/restore`, { version: 2 }),
      await ask('POST', `/ops/v1/history/venue/${id}/restore`, { version: 0 }),
      await ask('POST', `/ops/v1/history/venue/${id}/restore`, {}),
      await ask('POST', '/ops/v1/history/categorytree/all/restore', { version: 1 }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      ...Array.from({ length: 3 }, () => [404, 'ops_record_not_found']),
      ...Array.from({ length: 2 }, () => [400, 'rest_invalid_param']),
      [400, 'rest_missing_callback_param'],
      [404, 'ops_record_not_found'],
    ]);
    expect(await history('venue', id)).toHaveLength(1);
  });
});
