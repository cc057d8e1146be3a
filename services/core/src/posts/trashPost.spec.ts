import { ORIGIN, serveCore, type TestService } from '../testing.contract.ts';
import { postRequests } from './testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const { create, made, update, read } = postRequests(() => core);

describe('the trash', () => {
  it('frees the slug, is left by a status, and is entered once', async () => {
    const { id } = await made({ status: 'publish' });
    const path = `/core/v2/posts/${id}`;
    const trashed = await core.ask('editor', 'DELETE', path);
    expect(trashed.body).toMatchObject({ status: 'trash', slug: 'a-post__trashed', link: `${ORIGIN}/?p=${id}` });
    const again = await core.ask('editor', 'DELETE', `${path}?force=false`);
    expect([again.status, again.body.code]).toEqual([410, 'rest_already_trashed']);
    expect((await read(id)).status).toBe(401);
    expect((await made({ status: 'publish' })).slug).toBe('a-post');
    expect((await update(id, { status: 'publish' })).body).toMatchObject({ status: 'publish', slug: 'a-post-2' });
  });

  it('is entered by no status', async () => {
    const { id } = await made({});
    const { status, body } = await update(id, { status: 'trash' });
    expect([status, body.code, body.data.details.status.code]).toEqual([400, 'rest_invalid_param', 'rest_not_in_enum']);
  });

  it('accepts an unchanged post that is sent back', async () => {
    const { id } = await made({});
    const { body } = await core.ask('editor', 'DELETE', `/core/v2/posts/${id}`);
    expect((await update(id, { status: 'trash', title: 'B' })).body).toMatchObject({
      status: 'trash',
      slug: body.slug,
    });
  });

  it('is skipped with force, and then nothing is left', async () => {
    const { id } = await made({ status: 'publish' });
    await update(id, { title: 'B' });
    const gone = await core.ask('editor', 'DELETE', `/core/v2/posts/${id}?force=true`);
    expect(gone.body).toMatchObject({ deleted: true, previous: { id, title: { raw: 'B' } } });
    expect(gone.body.previous._links).toBeUndefined();
    expect([gone.headers.get('allow'), gone.headers.get('etag')]).toEqual([null, null]);
    expect((await read(id)).status).toBe(404);
    expect((await made({ status: 'publish' })).slug).toBe('a-post');
  });

  it('is judged by the status before it', async () => {
    const { id } = await made({}, 'contributor');
    expect((await core.ask('contributor', 'DELETE', `/core/v2/posts/${id}`)).status).toBe(200);
    expect((await update(id, { status: 'draft' }, 'contributor')).status).toBe(200);
    await update(id, { status: 'publish' });
    expect((await core.ask('contributor', 'DELETE', `/core/v2/posts/${id}`)).status).toBe(403);
  });
});

describe('the meta of a post', () => {
  it('accepts declared members, cleaned, and shows all of them', async () => {
    const { id, meta } = await made({
      meta: {
        _EventAllDay: 'yes',
        _EventVenueID: '3,-4',
        _EventCost: ' <b>5</b> ',
        _EventDateTimeSeparator: ' @ ',
        unknown: 'x',
      },
    });
    expect(meta).toMatchObject({
      _EventAllDay: true,
      _EventVenueID: [3, 4],
      _EventCost: '5',
      _EventDateTimeSeparator: ' @ ',
      _VenueCity: '',
      _EventOrganizerID: [],
    });
    expect(Object.keys(meta)).toHaveLength(35);
    const { body } = await update(id, { meta: { _EventAllDay: null, _EventCost: '6' } });
    expect(body.meta).toMatchObject({ _EventAllDay: false, _EventCost: '6', _EventVenueID: [3, 4] });
  });

  it('is refused as a whole if one member is, with the others named beside it', async () => {
    const { status, body } = await create({ title: 'x', meta: { _EventCost: 5, _VenueCity: 6, _EventURL: 'ok' } });
    expect([status, body.code, body.data.param]).toEqual([400, 'rest_invalid_type', 'meta._EventCost']);
    expect(body.additional_errors).toHaveLength(1);
    expect(await core.store.last()).toBe(1);
  });

  it('is refused if a list has null among its values', async () => {
    const { status, body } = await create({ title: 'x', meta: { _EventVenueID: [3, null] } });
    expect([status, body.code, body.data.param]).toEqual([400, 'rest_invalid_stored_value', 'meta._EventVenueID']);
  });
});
