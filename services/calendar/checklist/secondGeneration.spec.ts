import type { Asker } from '../src/testing.contract.ts';
import { type CheckedSite, checkedSite, inHours } from './checkedSite.contract.ts';

const times = { start_date: '2031-02-01 10:00:00', end_date: '2031-02-01 12:00:00' };
const namespace = 'calx/v1';
const roles = ['visitor', 'contributor', 'author', 'editor', 'administrator'] as const;

describe.each([
  ['events', 'event', times],
  ['venues', 'venue', {}],
  ['organizers', 'organizer', {}],
] as const)('lines 391–426: %s of the second generation', (plural, noun, needed) => {
  let site: CheckedSite;
  beforeEach(async () => {
    site = await checkedSite();
  });
  afterEach(() => site.stop());

  const ask = (as: Asker, method: string, path: string, body?: unknown) =>
    site.ask(as, method, `/${plural}${path}`, { namespace, body });
  const make = async (body: object = {}, as: Asker = 'administrator') =>
    (await ask(as, 'POST', '', { title: 'Record', ...needed, ...body })).body;

  it('405: shows records by their status to those who may read them', async () => {
    const statusesOf = async (id: number) =>
      Promise.all(roles.map(async (as) => (await ask(as, 'GET', `/${id}`)).status));
    expect(await statusesOf((await make()).id)).toEqual([200, 200, 200, 200, 200]);
    for (const status of ['private', 'draft', 'pending']) {
      expect([status, await statusesOf((await make({ status })).id)]).toEqual([status, [401, 403, 403, 200, 200]]);
    }
  });

  it('405, 406: covers what a password protects, and opens it', async () => {
    const key = noun === 'event' ? { title: 'Locked', ...times } : { [noun]: 'Locked' };
    const { id } = await site.made(plural, { ...key, description: 'Secret', password: 'open' });
    const covered = (await ask('visitor', 'GET', `/${id}`)).body;
    expect(covered.content).toEqual({ rendered: 'Password protected', protected: null });
    expect((await ask('visitor', 'GET', `/${id}?password=wrong`)).body).toEqual(covered);
    const opened = await ask('visitor', 'GET', `/${id}?password=open`);
    expect([opened.status, opened.body.content]).toEqual([200, { rendered: '<p>Secret</p>\n', protected: true }]);
  });

  it('407: lets all but visitors make records', async () => {
    const body = { title: 'x', ...needed };
    const statuses = await Promise.all(roles.map(async (as) => (await ask(as, 'POST', '', body)).status));
    expect(statuses).toEqual([401, 201, 201, 201, 201]);
  });

  it('409: lets editors and administrators change what an administrator wrote', async () => {
    const changes = {
      title: 'Other',
      content: 'Other',
      excerpt: 'Other',
      slug: 'other',
      status: 'private',
      author: 2,
      comment_status: 'closed',
      ping_status: 'closed',
      format: 'link',
      template: 'wide',
      featured_media: 90,
    };
    for (const [name, value] of Object.entries(changes)) {
      const { id } = await make();
      const statuses = await Promise.all(
        (['visitor', 'contributor', 'author'] as const).map(
          async (as) => (await ask(as, 'PUT', `/${id}`, { [name]: value })).status,
        ),
      );
      expect(statuses).toEqual([401, 403, 403]);
      const before = (await ask('editor', 'GET', `/${id}`)).body;
      for (const as of ['editor', 'administrator'] as const) {
        const { status, body } = await ask(as, 'PUT', `/${id}`, { [name]: value });
        expect([name, status, body[name]]).not.toEqual([name, 200, before[name]]);
        expect(status).toBe(200);
      }
    }
  });

  it('410: lets editors and administrators delete for good', async () => {
    for (const [at, expected] of [401, 403, 403, 200, 200].entries()) {
      const { id } = await make();
      expect((await ask(roles[at] as Asker, 'DELETE', `/${id}`, { force: true })).status).toBe(expected);
      expect((await ask('administrator', 'GET', `/${id}`)).status).toBe(expected === 200 ? 404 : 200);
    }
  });

  it('400: drops what is not declared', async () => {
    const injected = {
      random_field: 'x',
      extra_data: [],
      _internal_field: 1,
      int: 1,
      float: 1.5,
      object: { injected: 1 },
    };
    const made = await make({ ...injected, content: 'O:8:"stdClass":0:{}' });
    for (const name of Object.keys(injected)) expect(made).not.toHaveProperty(name);
    expect(made.content.rendered).toContain('stdClass');
  });

  it('401: lists by statuses, and refuses those that lists do not have', async () => {
    const status = async (value: string) => (await ask('editor', 'GET', `?status=${value}`)).status;
    for (const good of [
      'publish',
      'draft',
      'pending',
      'private',
      'future',
      'publish,draft',
      'publish,pending,private',
    ]) {
      expect([good, await status(good)]).toEqual([good, 200]);
    }
    for (const bad of ['trash', 'inherit', 'any', 'random', 'publish,trash', 'draft,any', 'random,publish']) {
      expect([bad, await status(bad)]).toEqual([bad, 400]);
    }
  });

  it('396: publishes its schema', async () => {
    for (const [path, type] of [
      ['', 'array'],
      ['/1', 'object'],
    ] as const) {
      const { status, body } = await ask('visitor', 'OPTIONS', path);
      const $schema = 'http://json-schema.org/draft-04/schema#';
      expect([status, body.schema]).toMatchObject([200, { $schema, title: type === 'array' ? plural : noun, type }]);
    }
  });

  it('391–397: is described as it is', async () => {
    const { body } = await site.ask('visitor', 'GET', '/docs', { namespace });
    expect(Object.keys(body.paths[`/${plural}`]).toSorted()).toEqual(['get', 'post']);
    expect(Object.keys(body.paths[`/${plural}/{id}`]).toSorted()).toEqual(['delete', 'get', 'put']);
    for (const path of [`/${plural}`, `/${plural}/{id}`]) {
      for (const [method, operation] of Object.entries<Record<string, unknown>>(body.paths[path])) {
        expect(operation).toMatchObject({
          summary: expect.stringMatching(/./),
          description: expect.stringMatching(/./),
          operationId: expect.stringMatching(/./),
          security: expect.any(Array),
          tags: [expect.stringMatching(/./)],
        });
        for (const [code, answer] of Object.entries(operation.responses as Record<string, Record<string, unknown>>)) {
          expect([code, answer.description]).toEqual([expect.stringMatching(/^\d{3}$/), expect.stringMatching(/./)]);
          if (code.startsWith('2') && method !== 'delete') expect(answer).toHaveProperty('content');
        }
      }
    }
    const [id] = body.paths[`/${plural}/{id}`].get.parameters;
    expect(id).toMatchObject({ name: 'id', in: 'path', required: true, schema: { type: 'integer' } });
  });
});

describe('lines 402 and 409: one member of an event', () => {
  it('402, 409: changes alone', async () => {
    const site = await checkedSite();
    const [venue, other] = [await site.made('venues', { venue: 'a' }), await site.made('venues', { venue: 'b' })];
    const organizers = [
      await site.made('organizers', { organizer: 'a' }),
      await site.made('organizers', { organizer: 'b' }),
    ];
    const [tag, category] = [await site.made('tags', { name: 't' }), await site.made('categories', { name: 'c' })];
    const linked = { venues: [venue.id], organizers: organizers.map(({ id }) => id) };
    const changes: Readonly<Record<string, unknown>> = {
      start_date: inHours(1),
      end_date: '2031-02-02 10:00:00',
      duration: 60,
      timezone: 'Europe/Paris',
      date: '2030-01-01T10:00:00',
      cost: '20',
      all_day: true,
      featured: true,
      sticky: true,
      tags: [tag.id],
      cal_events_cat: [category.id],
      venues: [other.id],
      organizers: [organizers[0].id],
    };
    for (const [name, value] of Object.entries(changes)) {
      const ask = (method: string, path: string, body: object) =>
        site.ask('editor', method, `/events${path}`, { namespace, body });
      const before = await ask('POST', '', { title: 'E', ...times, ...linked });
      const { status, body } = await ask('PUT', `/${before.body.id}`, { [name]: value });
      expect([name, status]).toEqual([name, 200]);
      expect([name, body[name]]).not.toEqual([name, before.body[name]]);
      for (const flag of ['all_day', 'featured', 'sticky']) {
        if (name === flag) expect((await ask('PUT', `/${before.body.id}`, { [name]: false })).body[name]).toBe(false);
      }
    }
    await site.stop();
  });
});
