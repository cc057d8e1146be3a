import { type FetchInternal, ServiceUnavailableError } from '@almanac/service';
import { serveCore, type TestService } from '../testing.contract.ts';
import { picture, uploadRaw } from './testing.contract.ts';

const event = { type: 'cal_events', id: 40, title: 'Fair', status: 'publish', language: 'en', as: ['picture'] };
const popup = { type: 'popup', id: 41, title: 'Hello', status: 'draft', language: '', as: ['text'] };

let core: TestService;
let isAway: boolean;
let asked: { readonly path: string; readonly body: unknown; readonly as: string | undefined }[];

const others: FetchInternal = async (service, path, { body, principal } = {}) => {
  if (isAway || path !== '/internal/medium-uses') throw new ServiceUnavailableError(service);
  asked.push({ path, body, as: principal?.kind });
  const uses = service === 'calendar' ? { total: 3, hidden: 2, uses: [event] } : { total: 1, hidden: 0, uses: [popup] };
  return { status: 200, headers: new Headers(), body: uses };
};

beforeEach(async () => {
  isAway = false;
  asked = [];
  core = await serveCore(undefined, undefined, { fetchInternal: others });
});
afterEach(() => core.stop());

const upload = async (query = ''): Promise<{ readonly id: number; readonly source_url: string }> =>
  (await uploadRaw(core, { as: 'author', content: await picture(400, 300), name: 'pier.jpg', query })).body;

const make = async (type: 'posts' | 'pages', body: object): Promise<number> =>
  (await core.ask('editor', 'POST', `/core/v2/${type}`, { title: type, status: 'publish', ...body })).body.id;

const usage = (as: 'author' | 'editor' | 'contributor' | 'visitor', id: number) =>
  core.ask(as, 'GET', `/core/v2/media/${id}/usage`);

describe('the usage of a medium', () => {
  it('names posts and pages that use it, the newest first, and the records of other services', async () => {
    const { id, source_url: address } = await upload();
    const both = await make('posts', { featured_media: id, content: `[gallery ids="${id}"]` });
    const byAddress = await make('pages', { content: `<p><img src="${address.replace('.jpg', '-300x225.jpg')}"></p>` });
    const byClass = await make('posts', { excerpt: `<img class="wp-image-${id}" src="/x.jpg">` });
    const inBlock = await make('posts', { content: `<!-- core:file {"id":${id},"href":"/x"} --><p>x</p>` });
    await make('posts', { content: `[gallery ids="${id}9"] ${address.replace('pier', 'pier-2')}` });
    const trashed = await make('posts', { featured_media: id });
    await core.ask('editor', 'DELETE', `/core/v2/posts/${trashed}`);
    const former = await make('posts', { content: `[gallery ids="${id}"]` });
    await core.ask('editor', 'PATCH', `/core/v2/posts/${former}`, { content: 'Without pictures' });
    const { body } = await usage('editor', id);
    expect(body).toMatchObject({ total: 8, hidden: 2 });
    expect(body.uses.map((use: typeof event) => [use.type, use.id, use.as.join()])).toEqual([
      ['post', inBlock, 'text'],
      ['post', byClass, 'text'],
      ['page', byAddress, 'text'],
      ['post', both, 'picture,text'],
      ['cal_events', 40, 'picture'],
      ['popup', 41, 'text'],
    ]);
    const paths = [expect.stringMatching(/^2\d{3}\/\d\d\/pier\.jpg$/), expect.stringMatching(/pier-300x225\.jpg$/)];
    const question = {
      path: '/internal/medium-uses',
      body: { medium: id, names: expect.arrayContaining([`${id}`, ...paths]) },
      as: 'user',
    };
    expect(asked).toEqual([question, question]);
  });

  it('names the post whose gallery shows its attached media', async () => {
    const post = await make('posts', { content: '[gallery]' });
    await make('posts', { content: '[gallery]' });
    const { id } = await upload();
    expect((await usage('editor', id)).body.total).toBe(4);
    await core.ask('editor', 'PATCH', `/core/v2/media/${id}`, { post });
    expect((await usage('editor', id)).body.uses[0]).toMatchObject({ type: 'post', id: post, as: ['text'] });
  });

  it('names the logo of the site', async () => {
    const { id } = await upload();
    await core.ask('administrator', 'PATCH', '/core/v2/settings', { site_logo: id });
    const { body } = await usage('editor', id);
    expect(body.total).toBe(5);
    expect(body.uses[0]).toEqual({ type: 'settings', id: 0, title: '', status: 'publish', language: '', as: ['logo'] });
  });

  it('counts records that the caller may not read, and hides them', async () => {
    const { id } = await upload();
    const open = await make('posts', { featured_media: id });
    await make('posts', { featured_media: id, status: 'draft' });
    const { body } = await usage('author', id);
    expect(body).toMatchObject({ total: 6, hidden: 3 });
    expect(body.uses.map((use: typeof event) => use.id)).toEqual([open, 40, 41]);
  });

  it('counts hidden records beyond the newest hundred', async () => {
    const { id } = await upload();
    const open = await make('posts', { featured_media: id });
    const draft = { featured_media: id, status: 'draft' };
    await Promise.all(Array.from({ length: 101 }, () => make('posts', draft)));
    const { body } = await usage('author', id);
    expect(body).toMatchObject({ total: 106, hidden: 103 });
    expect(body.uses.map((use: typeof event) => use.id)).toEqual([open, 40, 41]);
  });

  it('is only for people who may edit the medium, and complete or unavailable', async () => {
    const { id } = await upload();
    expect((await usage('visitor', id)).status).toBe(401);
    expect(await usage('contributor', id)).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
    expect((await usage('editor', 999)).status).toBe(404);
    isAway = true;
    expect((await usage('editor', id)).status).toBe(503);
  });
});
