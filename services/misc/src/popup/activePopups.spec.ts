import { type Asker, ORIGIN, serveMisc, type TestService } from '../testing.contract.ts';

describe('the popups of a page', () => {
  let misc: TestService;
  beforeEach(async () => {
    misc = await serveMisc();
  });
  afterEach(() => misc.stop());

  const create = async (members: object = {}) => {
    const body = { title: 'Newsletter', status: 'publish', ...members };
    return (await misc.ask('/popup/v1/popups', { as: 'editor', method: 'POST', body })).body.id as number;
  };
  const asked = (url: string, as: Asker = 'visitor') =>
    misc.ask(`/popup/v1/active?url=${encodeURIComponent(url)}`, { as });
  const titles = async (path: string, as?: Asker) =>
    (await asked(`${ORIGIN}${path}`, as)).body.map(({ title }: { readonly title: string }) => title);

  it('are the published ones, by id, with cleaned texts of every author', async () => {
    await create({ content: '<p onclick="x()">Join <script>1</script><a href="javascript:x">us</a></p>' });
    await create({ title: 'Draft', status: 'draft' });
    const second = await create({ title: 'Second' });
    const { body } = await asked(`${ORIGIN}/?x=1#y`);
    expect(body[0].content).not.toMatch(/script|onclick/);
    expect([body.length, body[1]]).toEqual([
      2,
      {
        id: second,
        title: 'Second',
        content: '',
        trigger: { on: 'load', delay: 0 },
        frequency: 'session',
        goal: { on: 'click', selector: 'a' },
      },
    ]);
  });

  it('are chosen by path, without language, query and fragment', async () => {
    await create({ include: ['/events/*', '/'], exclude: ['/events/past/*'] });
    const paths = ['/events/list/?a=1', '/fr-ca/events/x#y', '/', '/es-us/', '/events/past/x', '/harbour/'];
    expect(await Promise.all(paths.map(async (path) => (await titles(path)).length))).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it('are chosen by the language of the address', async () => {
    await create({ languages: ['fr-ca'] });
    expect([await titles('/fr-ca/x'), await titles('/x')]).toEqual([['Newsletter'], []]);
  });

  it('are chosen by the visitor', async () => {
    await create({ audience: 'visitors' });
    await create({ title: 'Members', audience: 'members' });
    expect([await titles('/'), await titles('/', 'subscriber')]).toEqual([['Newsletter'], ['Members']]);
  });

  it('are chosen by the time, from the first moment on until before the last', async () => {
    await create({ starts: '2031-01-01T12:00:10Z', ends: '2031-01-01T12:00:20Z' });
    const there: number[] = [];
    for (const ms of [0, 9_999, 1, 9_999, 1]) {
      misc.advance(ms);
      there.push((await titles('/')).length);
    }
    expect(there).toEqual([0, 0, 1, 1, 0]);
  });

  it.each(['https://elsewhere.example/', '/events/', 'ftp://site.test/', 'nothing', 'http://site.test.evil.example/'])(
    'are hidden for %s',
    async (url) => {
      const { status, body } = await asked(url);
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['url']]);
    },
  );
});
