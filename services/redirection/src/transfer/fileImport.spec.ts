import { serveRedirection, type TestService } from '../testing.contract.ts';

const utf16 = (text: string, mark: boolean): Buffer => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');

describe('imports of redirect files', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const listed = async () =>
    (await served.ask('GET', '/redirect?orderby=id&direction=asc&per_page=200')).body.items as {
      url: string;
      action_data: unknown;
    }[];
  const load = (name: string, text: string | Buffer, query = '') =>
    served.ask('POST', `/import/file/2${query}`, { file: { name, text } });
  const urls = async () => (await listed()).map(({ url }) => url);

  it.each<[string, string | Buffer]>([
    ['UTF-16 with a mark', utf16('source,target\n/é,/b\n', true)],
    ['UTF-16 without a mark', utf16('source,target\n/é,/b\n', false)],
    ['UTF-16 in the other byte order', utf16('source,target\n/é,/b\n', true).swap16()],
    ['Windows-1252', Buffer.from('source,target\n/é,/b\n', 'latin1')],
    ['UTF-8', '\ufeffsource,target\n/é,/b\n'],
  ])('decode %s', async (_encoding, text) => {
    expect((await load('r.csv', text)).body).toEqual({ imported: 1, errors: [] });
    expect(await urls()).toEqual(['/é']);
  });

  it('refuse a line with control characters', async () => {
    const { body } = await load('r.csv', '/a\0b,/c\n/d,/e\n');
    expect(body).toEqual({ imported: 1, errors: [{ line: 1, reason: 'The line contains control characters.' }] });
  });

  it.each([
    ['Source URL,Target URL,Regex,HTTP code\n/a,/b,0,302\n'],
    ['Old;New\r\n/a;/b\r\n'],
    ['sep=;\nFrom;To\n/a;/b\n'],
    ['Origin,Target,Type,Format\n/a,/b,301,plain\n'],
    ['Target\tTitle\tSource\n/b\tx\t/a\n'],
    ['"redirect_from","redirect_to"\n"/a","/b"\n'],
  ])('recognise the heading of %j', async (text) => {
    expect((await load('r.csv', text)).body).toEqual({ imported: 1, errors: [] });
    expect(await listed()).toMatchObject([{ url: '/a', action_data: { url: '/b' } }]);
  });

  it.each(['0', 'n', 'off', 'No', 'FALSE', 'disabled', 'inactive'])('create a disabled rule for %j', async (status) => {
    await load('r.csv', `source,target,enabled\n/a,/b,${status}\n/c,/d,1\n`);
    expect(await listed()).toMatchObject([{ enabled: false }, { enabled: true }]);
  });

  it('read a JSON map from sources to targets', async () => {
    const map = {
      '/a': '/b',
      'https://old.example/c?d=:e': '/d',
      '^/blog/(.*)$': '/news/$1',
      '/wiki/:page': '/w/:page',
      '/docs/*': '/help',
      '/go/(.*)': '/help',
      '/wiki/Mercury_(planet)': '/mercury',
      '/e': { to: '/f' },
      '/g': null,
      '/h': ['/i'],
      $schema: 'https://example.org/schema',
      '/j': '/j',
      '/k': '/l',
    };
    const { status, body } = await load('r.json', JSON.stringify(map));
    const no = 'The entry is no redirect.';
    const pattern = 'Redirects have no such pattern.';
    expect([status, body]).toEqual([
      200,
      {
        imported: 5,
        errors: [
          ...[4, 5, 6].map((line) => ({ line, reason: pattern })),
          ...[8, 9, 10, 11].map((line) => ({ line, reason: no })),
          { line: 12, reason: 'The source is the target.' },
        ],
      },
    ]);
    expect(await listed()).toMatchObject([
      { url: '/a', regex: false, action_data: { url: '/b' } },
      { url: '/c?d=:e', regex: false, action_data: { server: 'https://old.example', url_from: '/d' } },
      { url: '^/blog/(.*)$', regex: true, action_data: { url: '/news/$1' } },
      { url: '/wiki/Mercury_(planet)', regex: false, action_data: { url: '/mercury' } },
      { url: '/k', action_data: { url: '/l' } },
    ]);
  });

  it.each(['{"name":"Site","version":"1"}', '{"/a":{"/b":"/c"}}', '{"/a":["/b"]}', '{}', '{"a":{"/b":"/c"}}'])(
    'refuse JSON that maps no source to a target: %s',
    async (text) => {
      const { status, body } = await load('r.json', text);
      expect([status, body.code]).toEqual([400, 'redirect_import_invalid_json']);
    },
  );

  it('read the list of redirects if a file has also members like those of a map', async () => {
    const { body } = await load('r.json', '{"/a":"/b","redirects":[{"from":"/c","to":"/d"}]}');
    expect(body).toEqual({ imported: 1, errors: [] });
    expect(await urls()).toEqual(['/c']);
  });

  it('change nothing if the same file comes twice', async () => {
    const text = 'source,target\n/a,/b\n/a,/b\n/c.*,/d\n';
    expect((await load('r.csv', text)).body).toEqual({ imported: 3, errors: [] });
    expect((await load('r.csv', text)).body).toEqual({ imported: 0, unchanged: 3, errors: [] });
    expect((await load('r.csv', `${text}/e,/f\n`)).body).toEqual({ imported: 1, unchanged: 3, errors: [] });
    const json = JSON.parse((await served.ask('GET', '/export/all/json')).body.data);
    const before = await listed();
    expect((await load('r.json', JSON.stringify(json))).body).toEqual({ imported: 0, unchanged: 4, errors: [] });
    expect(await listed()).toEqual(before);
    expect((await served.ask('GET', '/group')).body.total).toBe(2);
  });

  it('store nothing in a dry run, and return what they would create', async () => {
    const before = (await served.store.readLog(0)).length;
    const { body } = await load('.htaccess', 'Redirect 301 /a/ /b/\nRewriteRule only\n', '?dry_run=true');
    expect(body).toEqual({
      imported: 1,
      errors: [{ line: 2, reason: 'The line cannot be read.' }],
      rules: [
        {
          line: 1,
          url: '^/a/(.*)$',
          regex: true,
          match_type: 'url',
          match_data: {
            source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: true },
          },
          action_type: 'url',
          action_code: 301,
          action_data: { url: '/b/$1' },
          enabled: true,
        },
      ],
    });
    const group = { id: 9, name: 'Other', module_id: 1 };
    const json = JSON.stringify({ groups: [group], redirects: [{ url: '/x', action_type: 'error', group_id: 9 }] });
    await load('r.json', json, '?dry_run=true');
    expect((await served.store.readLog(0)).length).toBe(before);
  });

  it.each([
    ['/,/home', 'The redirect would catch the front page. Confirm the import to create it.'],
    ['^/.*,https://example.org/,1', 'The redirect would catch every page. Confirm the import to create it.'],
    ['^/blog(.*),/blog/news$1,1', 'The redirect would catch its own target. Confirm the import to create it.'],
  ])('refuse %j unless they are confirmed', async (text, reason) => {
    expect((await load('r.csv', text)).body).toEqual({ imported: 0, errors: [{ line: 1, reason }] });
    expect((await load('r.csv', text, '?confirm=true')).body).toEqual({ imported: 1, errors: [] });
  });

  const onHost = (host: string, rule: string): string => `RewriteCond %{HTTP_HOST} ${host}\nRewriteRule ${rule}\n`;

  it.each([
    onHost('^old\\.example$', '^(.*)$ https://new.example/$1 [R=301,L]'),
    onHost('^old\\.example$', '^ - [G]'),
    onHost('!^site\\.test$', '^(.*)$ https://site.test/$1 [R=301,L]'),
  ])('create %j, which does nothing on the host of the site', async (text) => {
    const { body } = await load('.htaccess', text);
    expect(body.errors).toEqual([]);
  });

  it.each([
    [onHost('^site\\.test$', '^(.*)$ https://new.example/$1 [R=301,L]'), 'every page'],
    [onHost('!^old\\.example$', '^(.*)$ https://new.example/$1 [R=301,L]'), 'every page'],
  ])('refuse %j, which catches %s', async (text, caught) => {
    const { body } = await load('.htaccess', text);
    expect(body.errors).toMatchObject([{ reason: expect.stringContaining(caught) }]);
  });
});
