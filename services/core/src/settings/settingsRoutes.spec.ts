import { defaultSettings, siteSettings } from '@almanac/contracts';
import { readSite } from '@almanac/service';
import { createCore } from '../app.ts';
import { publishing } from '../integration/publishing.ts';
import { coreUnderTest, ORIGIN, serveCore, siteOfRoles, type TestService } from '../testing.contract.ts';
import { ensureSettings } from './createSettings.ts';
import { storedSettings } from './currentSettings.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const PATH = '/core/v2/settings';
const read = async () => core.ask('administrator', 'GET', PATH);
const write = (body: object, method = 'PATCH', headers: object = {}) =>
  core.ask('administrator', method, PATH, body, headers);

describe('the settings of the site', () => {
  it('are shown with the members of the interface in their order, then the site’s own', async () => {
    const { body } = await read();
    expect(Object.keys(body).slice(0, 20)).toEqual([
      'title',
      'description',
      'url',
      'email',
      'timezone',
      'date_format',
      'time_format',
      'start_of_week',
      'language',
      'use_smilies',
      'default_category',
      'default_post_format',
      'posts_per_page',
      'show_on_front',
      'page_on_front',
      'page_for_posts',
      'default_ping_status',
      'default_comment_status',
      'site_logo',
      'site_icon',
    ]);
    expect(body).toMatchObject({ title: 'Specs', url: ORIGIN, timezone: 'America/New_York', events_per_page: 10 });
    const asIs = Object.keys(siteSettings.shape).filter((name) => !['name', 'default_language'].includes(name));
    expect(Object.keys(body)).toEqual(expect.arrayContaining(asIs));
  });

  it.each(['POST', 'PUT', 'PATCH'])('are changed by %s, and unsent members stay', async (method) => {
    const { status, body } = await write({ title: 'Quay', start_of_week: 0, posts_per_page: '3' }, method);
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Quay', start_of_week: 0, posts_per_page: 3, timezone: 'America/New_York' });
    expect((await read()).body).toEqual(body);
  });

  it('may be sent back as they were read', async () => {
    const { body, headers } = await read();
    const answer = await write(body, 'PUT');
    expect([answer.status, answer.body]).toEqual([200, body]);
    expect(answer.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('take null for the default of a member', async () => {
    await write({ title: 'Quay', events_per_page: 5 });
    const { body } = await write({ title: null, events_per_page: null });
    expect(body).toMatchObject({ title: defaultSettings.name, events_per_page: defaultSettings.events_per_page });
  });

  it.each([
    ['A & B', 'A &amp; B'],
    ['A &amp; B', 'A &amp; B'],
    ['<b>Quay</b> &lt;3', 'Quay &lt;3'],
    ['&lt;i&gt;', '&lt;i&gt;'],
  ])('show the title %s as %s, however often it is sent back', async (sent, shown) => {
    expect((await write({ title: sent })).body.title).toBe(shown);
    expect((await write({ title: shown })).body.title).toBe(shown);
  });

  it.each([
    [{ timezone: 'Nowhere/Town' }, 'timezone is not a time zone.'],
    [{ timezone: '+23:00' }, 'timezone is not a time zone.'],
    [{ timezone: 'UTC+5.5' }, 'timezone is not a time zone.'],
    [{ start_of_week: 7 }, expect.any(String)],
    [{ posts_per_page: 0 }, expect.any(String)],
    [{ events_per_page: 51 }, expect.any(String)],
    [{ day_cutoff: '25:00' }, expect.any(String)],
    [{ zone_mode: 'moon' }, expect.any(String)],
    [{ accent_color: 'red' }, expect.any(String)],
    [{ site_logo: 7 }, 'site_logo is not the id of a public picture.'],
    [{ currency_code: 'EURO' }, expect.any(String)],
    [{ default_comment_status: 'ajar' }, expect.any(String)],
    [{ language: 'de_DE' }, expect.any(String)],
    [{ language_overrides: { en_CA: {} } }, 'language_overrides has a key that is not a language tag such as pt-BR.'],
    [
      { languages: ['en', 'de', 'de-DE'] },
      'de and de-DE have the same locale de_DE; leave one out, or give one another locale in language_overrides.',
    ],
    [{ email: 'else@example.test' }, 'email cannot be changed here.'],
    [{ site_icon: 7 }, 'site_icon cannot be changed here.'],
  ])('refuse %j and change nothing', async (body, message) => {
    const before = await core.store.last();
    const answer = await write({ title: 'Quay', ...body });
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(answer.body.data.params).toEqual({ [Object.keys(body)[0]!]: message });
    expect(await core.store.last()).toBe(before);
  });

  it('refuse another default language while a record exists, or while the calendar does not answer', async () => {
    expect((await write({ language: 'fr_CA' })).status).toBe(503);
    for (const path of ['posts', 'tags', 'categories']) {
      const { body } = await core.ask('administrator', 'POST', `/core/v2/${path}`, { title: 'Pier', name: 'Pier' });
      const refused = await write({ language: 'fr_CA' });
      expect([refused.status, refused.body.code, refused.body.data.id]).toEqual([409, 'i18n_default_in_use', body.id]);
      await core.ask('administrator', 'DELETE', `/core/v2/${path}/${body.id}?force=true`);
    }
    expect((await write({ language: 'fr_CA' })).status).toBe(503);
    expect((await write({ language: 'en_US' })).status).toBe(200);
  });

  it('are changed under the version that the client read, and refused under another', async () => {
    const etag = (await read()).headers.get('etag');
    const first = await write({ title: 'Quay' }, 'PUT', { 'if-match': etag });
    expect(first.status).toBe(200);
    expect((await write({ title: 'Pier' }, 'PUT', { 'if-match': etag })).status).toBe(412);
    expect((await write({ title: 'Pier' }, 'PUT', { 'if-match': first.headers.get('etag') })).status).toBe(200);
    expect((await core.ask('administrator', 'GET', PATH, undefined, { 'if-none-match': etag })).status).toBe(200);
  });

  it('are changed once by a repeated request with its key', async () => {
    const key = { 'idempotency-key': '"a-key-of-a-client"' };
    const first = await write({ title: 'Quay' }, 'POST', key);
    await write({ title: 'Pier' });
    expect((await write({ title: 'Quay' }, 'POST', key)).body).toEqual(first.body);
    expect((await read()).body.title).toBe('Pier');
  });

  it('are described with each member, its kind and its rules, in the language of the request', async () => {
    const { body } = await core.ask('administrator', 'OPTIONS', PATH);
    const [, writes] = body.endpoints;
    expect(writes.methods).toEqual(['POST', 'PUT', 'PATCH']);
    expect(writes.args.start_of_week).toMatchObject({ type: 'integer', minimum: 0, maximum: 6, required: false });
    expect(writes.args.zone_mode.enum).toEqual(['event', 'site']);
    expect(Object.keys(body.schema.properties).sort()).toEqual(Object.keys((await read()).body).sort());
    expect(body.schema.properties.email).toMatchObject({ type: 'string', format: 'email', readonly: true });
    const french = await core.ask('administrator', 'OPTIONS', PATH, undefined, { 'x-almanac-language': 'fr-ca' });
    expect(french.body.endpoints[1].args.title.description).toBe('Le nom du site.');
  });

  it('are published to the other services with the changed members', async () => {
    const before = await core.store.last();
    const { headers } = await write({ posts_per_page: 3, start_of_week: 1 });
    const published = (await core.store.readLog(before)).flatMap((commit) => publishing(commit));
    expect(published).toEqual([
      {
        type: 'core.settings-changed.v1',
        key: 'settings-site',
        data: { version: 2, settings: { posts_per_page: 3 } },
      },
    ]);
    expect(headers.get('x-almanac-told')).toContain('settings-site');
  });

  it('are answered whole, with their version, to a service that starts to follow them', async () => {
    await write({ posts_per_page: 3 });
    const { body } = await core.ask('system', 'GET', '/internal/settings');
    expect(body.version).toBe(2);
    expect(body.settings).toEqual({
      ...defaultSettings,
      name: 'Specs',
      timezone: 'America/New_York',
      posts_per_page: 3,
    });
  });

  it('apply to new posts, pages and lists', async () => {
    await write({ posts_per_page: 2, default_comment_status: 'closed', timezone: 'Asia/Tokyo', title: 'Quay' });
    const made = [];
    for (const title of ['One', 'Two', 'Three'])
      made.push((await core.ask('editor', 'POST', '/core/v2/posts', { title, status: 'publish' })).body);
    expect(made[0]).toMatchObject({ comment_status: 'closed', ping_status: 'open', date: '2026-05-01T21:00:00' });
    const page = await (await core.send('visitor', '/internal/pages/', { method: 'GET' })).text();
    expect(page).toContain('<h1>Quay</h1>');
    expect(page.match(/<article/g)).toHaveLength(2);
  });
});

/** Starts core again on its stored data, with another site file; returns the logged lines. */
const startAgain = async (site: object): Promise<object[]> => {
  const logged: object[] = [];
  const info = (fields: object, message: string) => logged.push({ ...fields, message });
  const log = Object.assign(Object.create(core.log), { info });
  const app = createCore({ ...core, log, site: readSite(site) }, core.media);
  await app.start();
  await app.stop();
  return logged;
};

describe('the site file', () => {
  it('names the settings of a first start, and missing ones get their defaults', async () => {
    expect((await core.ask('system', 'GET', '/internal/settings')).body).toEqual({
      version: 1,
      settings: { ...defaultSettings, name: 'Specs', timezone: 'America/New_York' },
    });
  });

  it('changes nothing at a later start', async () => {
    await write({ title: 'Quay' });
    const logged = await startAgain({ ...siteOfRoles, name: 'Elsewhere' });
    expect((await read()).body.title).toBe('Quay');
    expect(logged).toEqual([
      { members: ['name'], message: expect.stringMatching(/first start only.*PATCH core\/v2\/settings/) },
    ]);
  });

  it('is not mentioned at a later start if it equals the settings', async () => {
    expect(await startAgain(siteOfRoles)).toEqual([]);
  });
});

describe('a site from before there were settings', () => {
  it('gets them from the site file at its next start', async () => {
    const older = coreUnderTest({ name: 'Older' });
    await ensureSettings(older);
    await ensureSettings(older);
    expect(await storedSettings(older)).toEqual({ version: 1, settings: { ...defaultSettings, name: 'Older' } });
  });
});
