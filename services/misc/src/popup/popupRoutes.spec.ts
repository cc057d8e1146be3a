import { wholePopup } from '../storedEventsScenario.contract.ts';
import { type Asking, serveMisc, type TestService } from '../testing.contract.ts';

const POPUPS = '/popup/v1/popups';

describe('the routes of popups', () => {
  let misc: TestService;
  beforeEach(async () => {
    misc = await serveMisc({ site: { timezone: 'Europe/Berlin' } });
  });
  afterEach(() => misc.stop());

  const ask = (path: string, method: string, body?: object, asking: Asking = {}) =>
    misc.ask(`${POPUPS}${path}`, { as: 'editor', method, ...(body && { body }), ...asking });
  const create = async (body: object = { title: 'Newsletter' }) => (await ask('', 'POST', body)).body;
  const titles = async (query = '') =>
    (await ask(query, 'GET')).body.map(({ title }: { readonly title: string }) => title);
  const stored = async () => (await misc.store.readLog(0)).length;

  it('create a draft from a title alone, with defaults', async () => {
    const { status, headers, body } = await ask('', 'POST', { title: ' <b>Tom</b> &amp; more ' });
    expect([status, headers.get('location')]).toEqual([201, `http://site.test/en/json${POPUPS}/${body.id}`]);
    expect(body).toEqual({
      id: body.id,
      title: 'Tom & more',
      content: '',
      status: 'draft',
      include: [],
      exclude: [],
      languages: [],
      audience: 'all',
      starts: null,
      ends: null,
      trigger: { on: 'load', delay: 0 },
      frequency: 'session',
      goal: { on: 'click', selector: 'a' },
      author: 2,
      date: '2031-01-01T13:00:00',
      date_gmt: '2031-01-01T12:00:00',
      modified: '2031-01-01T13:00:00',
      modified_gmt: '2031-01-01T12:00:00',
    });
    expect((await ask(`/${body.id}`, 'GET')).body).toEqual(body);
  });

  it('accept every member, and times without an offset on the site’s clocks', async () => {
    expect(await create(wholePopup)).toMatchObject(wholePopup);
    const made = await create({
      title: 'x',
      starts: '2031-07-01T10:00:00',
      goal: { on: 'submit' },
      trigger: { on: 'scroll' },
    });
    expect(made).toMatchObject({
      starts: '2031-07-01T08:00:00Z',
      goal: { on: 'submit', selector: 'form' },
      trigger: { on: 'scroll', delay: 0, depth: 50 },
    });
  });

  it.each([
    ['a title of markup alone', { title: '<i> </i>' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['a pattern that is no path', { include: ['events'] }, 'include'],
    ['too many patterns', { exclude: Array.from({ length: 101 }, () => '/x') }, 'exclude'],
    ['a language that is none', { languages: ['tlh'] }, 'languages'],
    ['a language twice', { languages: ['en', 'en'] }, 'languages'],
    ['an audience that is none', { audience: '__proto__' }, 'audience'],
    ['a frequency that is none', { frequency: 'constructor' }, 'frequency'],
    ['the trash as a status', { status: 'trash' }, 'status'],
    ['a click on nothing', { trigger: { on: 'click' } }, 'trigger'],
    ['a trigger with an unknown member', { trigger: { on: 'load', __proto: 1 } }, 'trigger'],
    ['a delay below 0', { trigger: { on: 'load', delay: -1 } }, 'trigger'],
    ['a depth beyond the page', { trigger: { on: 'scroll', depth: 101 } }, 'trigger'],
    ['a goal without what is done', { goal: { selector: 'a' } }, 'goal'],
    ['a moment that is none', { starts: '2031-02-30T00:00:00Z' }, 'starts'],
    ['an end before the start', { starts: '2031-02-01T00:00:00Z', ends: '2031-01-01T00:00:00Z' }, 'ends'],
  ])('refuse %s, and store nothing', async (_what, members, name) => {
    const { id } = await create();
    const before = await stored();
    for (const [path, method] of [
      ['', 'POST'],
      [`/${id}`, 'PATCH'],
    ] as const) {
      const { status, body } = await ask(path, method, { title: 'x', ...members });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    }
    expect(await stored()).toBe(before);
  });

  it('change sent members, and refuse an end before the stored start', async () => {
    const { id } = await create({ title: 'x', starts: '2031-02-01T00:00:00Z' });
    misc.advance(60_000);
    const changed = await ask(`/${id}`, 'PATCH', { status: 'publish', starts: null });
    expect(changed.body).toMatchObject({
      title: 'x',
      status: 'publish',
      starts: null,
      modified_gmt: '2031-01-01T12:01:00',
    });
    await ask(`/${id}`, 'PUT', { starts: '2031-03-01T00:00:00Z' });
    expect((await ask(`/${id}`, 'POST', { ends: '2031-02-01T00:00:00Z' })).status).toBe(400);
  });

  it('append nothing without a difference', async () => {
    const { id, ...whole } = await create({ ...wholePopup, status: 'draft' });
    const before = await stored();
    expect((await ask(`/${id}`, 'PUT', whole)).body).toEqual({ id, ...whole });
    expect(await stored()).toBe(before);
  });

  it('compare the named version, and answer a repeated creation again', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, second] = [
      await ask('', 'POST', wholePopup, { headers }),
      await ask('', 'POST', wholePopup, { headers }),
    ];
    expect([second.status, second.body]).toEqual([201, first.body]);
    const etag = first.headers.get('etag') ?? '';
    const change = (title: string) => ask(`/${first.body.id}`, 'PATCH', { title }, { headers: { 'if-match': etag } });
    expect([(await change('One')).status, (await change('Two')).status]).toEqual([200, 412]);
    const trash = await ask(`/${first.body.id}`, 'DELETE', undefined, { headers: { 'if-match': etag } });
    expect(trash.status).toBe(412);
  });

  it('trash and restore, and delete for good', async () => {
    const { id } = await create();
    expect((await ask(`/${id}`, 'DELETE')).body).toMatchObject({ id, status: 'trash' });
    expect((await ask(`/${id}`, 'DELETE')).body).toMatchObject({ code: 'rest_already_trashed', data: { status: 410 } });
    expect([await titles(), await titles('?status=trash')]).toEqual([[], ['Newsletter']]);
    expect((await ask(`/${id}`, 'PATCH', { status: 'draft' })).body.status).toBe('draft');
    const gone = await ask(`/${id}`, 'DELETE', { force: true });
    expect([gone.status, gone.body]).toMatchObject([200, { deleted: true, previous: { id, status: 'draft' } }]);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await ask(`/${id}`, method, method === 'PATCH' ? { title: 'x' } : undefined);
      expect([status, body.code]).toEqual([404, 'popup_not_found']);
    }
  });

  it('list newest first, by status and by words, page by page', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      await create({
        title,
        content: title === 'Two' ? '<p>Été à la plage</p>' : '',
        status: title === 'One' ? 'publish' : 'draft',
      });
      // the last two are created within a millisecond
      if (title === 'One') misc.advance(1_000);
    }
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    expect(await titles('?status=publish')).toEqual(['One']);
    expect([await titles('?search=ete%20plage'), await titles('?search=%20'), await titles('?search=none')]).toEqual([
      ['Two'],
      ['Three', 'Two', 'One'],
      [],
    ]);
    const page = await ask('?per_page=2&page=2', 'GET');
    expect([page.headers.get('x-core-total'), page.headers.get('x-core-totalpages')]).toEqual(['3', '2']);
    expect(page.body).toMatchObject([{ title: 'One' }]);
  });

  it('give popups ids of the space of records, and keep any HTML of users who may write it', async () => {
    const made = await create({ title: 'x', content: '<script>1</script>' });
    expect([made.id > 1_000, made.content]).toEqual([true, '<script>1</script>']);
  });
});
