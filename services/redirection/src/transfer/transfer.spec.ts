import { sentRule, serveRedirection, type TestEvent, type TestService } from '../testing.contract.ts';

const flags = (more: object = {}) => ({
  source: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false, ...more },
});

/** Rules of every kind. */
const many = [
  { url: '/plain', title: 'A "quoted", title; yes', hits: 3, position: '0' },
  { url: '/off', enabled: false, action_code: 308 },
  { url: '/folded', match_data: flags({ flag_case: true, flag_trailing: true, flag_query: 'ignore' }) },
  { url: '/passed', match_data: flags({ flag_query: 'pass' }), action_code: 302 },
  { url: '/q?a=1&b=2', match_data: flags() },
  { url: '/order?a=1&b=2', match_data: flags({ flag_query: 'exactorder' }) },
  { url: '/with?a=1&b=2', match_data: flags({ flag_query: 'ignore' }) },
  { url: '^/pattern/(.*)$', match_data: flags({ flag_regex: true }), action_data: { url: '/to/$1' } },
  { url: '/gone.html', action_type: 'error', action_code: 410 },
  { url: '/100%2525/é', action_data: { url: '/percent' } },
];

const others = [
  {
    url: '/agent',
    match_type: 'agent',
    action_data: { agent: 'Bot', regex: true, url_from: '/bots', url_notfrom: '/all' },
  },
  { url: '/login', match_type: 'login', action_data: { logged_in: '/inside' }, last_access: '2030-05-01 23:30' },
  { url: '/lucky', action_type: 'random', action_code: 302 },
  { url: '/as', action_type: 'pass', action_data: { url: '/other' } },
  { url: 'any(thing)', match_data: flags({ flag_regex: true }) },
  { url: '/excluded', match_data: { ...flags(), options: { log_exclude: true } }, group_id: 2 },
];

describe('files of redirects', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveRedirection();
  });
  afterEach(() => served.stop());

  const create = async (rules: readonly object[]) => {
    for (const rule of rules) {
      const { status, body } = await served.ask('POST', '/redirect', { body: { ...sentRule, ...rule } });
      if (status !== 200) throw new Error(JSON.stringify(body));
    }
  };
  const listed = async (query = '') =>
    (await served.ask('GET', `/redirect?orderby=id&direction=asc&per_page=200${query}`)).body.items;
  const exported = async (format: string, module = 'all') =>
    (await served.ask('GET', `/export/${module}/${format}`)).body;
  const load = (name: string, text: string, group = 2) =>
    served.ask('POST', `/import/file/${group}`, { file: { name, text } });
  const empty = () => served.ask('POST', '/bulk/redirect/delete', { body: { global: true } });
  const comparable = (rules: readonly Record<string, unknown>[], ...without: string[]) =>
    rules.map((rule) =>
      Object.fromEntries(Object.entries(rule).filter(([name]) => !['id', ...without].includes(name))),
    );

  it('are loaded from JSON with groups, hits, positions and all members of a rule', async () => {
    await create([...many, ...others]);
    await served.ask('POST', '/bulk/group/disable', { body: { items: [2] } });
    const before = await listed();
    const { data, total } = await exported('json');
    expect([total, JSON.parse(data).redirects.length, JSON.parse(data).groups.length]).toEqual([16, 16, 2]);
    await empty();
    expect((await load('rules.json', data)).body).toEqual({ imported: 16, errors: [] });
    expect(comparable(await listed(), 'group_id')).toEqual(comparable(before, 'group_id'));
    const groups = (await served.ask('GET', '/group?orderby=id&direction=asc')).body.items;
    expect(
      groups.map(({ redirects, enabled }: { redirects: number; enabled: boolean }) => [redirects, enabled]),
    ).toEqual([
      [15, true],
      [1, false],
    ]);
  });

  it('contain no last visit in JSON if its day is ambiguous', async () => {
    await served.stop();
    served = await serveRedirection({ settings: { date_format: 'd/m/Y' } });
    await create([{ url: '/a', last_access: '2030-02-01' }]);
    const { data } = await exported('json');
    expect(JSON.parse(data).redirects).toMatchObject([{ last_access: '01/02/2030' }]);
    await empty();
    await load('rules.json', data);
    expect(await listed()).toMatchObject([{ last_access: '-' }]);
  });

  it('are loaded from CSV with pattern, status code, title, flags, hits and enabled status', async () => {
    await create(many);
    const before = await listed();
    const { data } = await exported('csv');
    expect(data.split('\n')[1]).toBe('"/plain","/new",0,301,"url",3,"A ""quoted"", title; yes","active","exact"');
    await empty();
    expect((await load('rules.csv', data)).body).toEqual({ imported: many.length, errors: [] });
    expect(comparable(await listed(), 'group_id')).toEqual(comparable(before, 'group_id'));
  });

  it('escape in CSV the cells that a spreadsheet would execute, and are loaded without the escape', async () => {
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1+1", "''-1", "'quoted'", 'a=1'];
    await create([
      ...titles.map((title, turn) => ({ url: `/${turn}`, title })),
      { url: '=cmd(x)', match_data: flags({ flag_regex: true }) },
    ]);
    const before = await listed();
    expect(before.map(({ title }: { title: string }) => title).slice(0, -1)).toEqual(titles);
    const { data } = await exported('csv');
    const cells = [...data.matchAll(/"(?:[^"]|"")*"/g)].map(([cell]) => cell);
    expect(cells).toEqual(
      expect.arrayContaining([
        `"'=1+1"`,
        `"'+1"`,
        `"'-1"`,
        `"'@SUM(A1)"`,
        `"''=1+1"`,
        `"'''-1"`,
        `"'quoted'"`,
        `"a=1"`,
      ]),
    );
    expect(cells.filter((cell) => /^"[=+\-@\t\r\n]/.test(cell))).toEqual([]);
    await empty();
    expect((await load('rules.csv', data)).body).toEqual({ imported: before.length, errors: [] });
    expect(comparable(await listed(), 'group_id')).toEqual(comparable(before, 'group_id'));
  });

  it.each(['apache', 'nginx'])('are loaded from %s as far as the server can express a rule', async (format) => {
    await create(many);
    const before = (await listed()).filter(
      ({ enabled, url }: { enabled: boolean; url: string }) =>
        enabled && !(format === 'nginx' && url === '/with?a=1&b=2'),
    );
    const { data } = await exported(format);
    expect(data.split('# Not exported').length - 1).toBe(format === 'nginx' ? 1 : 0);
    await empty();
    const { body } = await load(`rules.${format === 'apache' ? 'htaccess' : 'conf'}`, data);
    expect(body).toEqual({ imported: before.length, errors: [] });
    const kept = ['url', 'action_type', 'action_code', 'action_data', 'regex'];
    const only = (rules: readonly Record<string, unknown>[]) => rules.map((rule) => kept.map((name) => rule[name]));
    const after = await listed();
    expect(only(after.slice(0, -1))).toEqual(only(before.slice(0, -1)));
    const queries = (rules: readonly { url: string; match_data: { source: { flag_query: string } } }[]) =>
      rules.filter(({ url }) => !url.startsWith('^')).map(({ match_data }) => match_data.source.flag_query);
    if (format === 'apache') expect(queries(after)).toEqual(queries(before));
  });

  it.each(['json', 'csv', 'apache', 'nginx'])(
    'are sent in parts as %s, with the text that other forms have',
    async (format) => {
      await create(many);
      const { data, total } = await exported(format);
      expect(total).toBe(many.length);
      const { headers, body } = await served.ask('GET', `/export/all/${format}?_envelope`);
      expect([headers.get('content-length') === null, body.body.total]).toEqual([false, total]);
      const withoutDate = (text: string) => text.replaceAll(/\d\d:\d\d:\d\d GMT/g, '');
      expect(withoutDate(body.body.data)).toBe(withoutDate(data));
      expect((await served.ask('GET', `/export/all/${format}`)).headers.get('content-length')).toBeNull();
      expect((await served.ask('GET', `/export/all/${format}?_fields=total`)).body).toEqual({ total });
    },
  );

  it('are valid in each format if no rule belongs to the module', async () => {
    expect(JSON.parse((await exported('json', '3')).data).redirects).toEqual([]);
    expect((await exported('csv', '3')).data).toBe('source,target,regex,code,type,hits,title,status,flags\n');
    expect((await exported('nginx', '3')).data).toMatch(/\n\nserver \{\n\}\n\n# End of Redirection\n$/);
  });

  it('name in CSV the targets of missing pages', async () => {
    await create([
      { url: '/lost', match_type: 'page', action_data: { page: '404', url: '/found' } },
      others[0] as object,
    ]);
    const targets = (await exported('csv')).data.split('\n').map((line: string) => line.split(',')[1]);
    expect(targets.slice(1, 3)).toEqual(['"/found"', '"/unknown"']);
  });

  it('name for servers the rules that they leave out, and conditions if they can', async () => {
    await create(others);
    const apache = (await exported('apache')).data;
    expect(apache).toContain(
      'RewriteCond %{HTTP_USER_AGENT} Bot [NC]\nRewriteCond %{QUERY_STRING} ^$\nRewriteRule ^agent$ /bots [R=301,L,QSD]',
    );
    expect(apache).toContain('RewriteCond %{HTTP_USER_AGENT} !Bot [NC]');
    for (const url of ['/login', '/lucky', '/as', 'any(thing)']) expect(apache).toContain(`# Not exported: ${url} (`);
    const nginx = (await exported('nginx')).data;
    expect(nginx).toContain('    if ($http_user_agent ~* "Bot") { set $almanac_rule "$' + '{almanac_rule}c"; }\n');
    expect(nginx).toContain('    if ($almanac_rule = "a") { return 301 /all; }');
    expect((await exported('apache', '2')).data).toBe('\n');
  });

  it('write escapes and groups of targets as servers read them', async () => {
    await create([
      { url: '/blank', match_data: flags({ flag_query: 'pass' }), action_data: { url: '/to%20there' } },
      { url: '^/group/(.*)$', match_data: flags({ flag_regex: true }), action_data: { url: '/to/\\1x' } },
    ]);
    const [apache, nginx] = [(await exported('apache')).data, (await exported('nginx')).data];
    expect(apache).toContain('RewriteRule ^blank$ /to\\%20there [R=301,L,QSA,NE]');
    expect(apache).toContain('RewriteRule ^group/(.*)$ /to/$1x [R=301,L]');
    expect(nginx).toContain('return 301 /to/$1x;');
    // Apache adds the query of the visit at the end
    for (const [name, text, target] of [
      ['.htaccess', apache, '/to/$1x$2'],
      ['x.conf', nginx, '/to/$1x'],
    ] as const) {
      await empty();
      expect((await load(name, text)).body).toEqual({ imported: 2, errors: [] });
      expect(await listed()).toMatchObject([{ action_data: { url: '/to%20there' } }, { action_data: { url: target } }]);
    }
  });

  it('contain for a module the enabled rules, by position', async () => {
    await served.ask('POST', '/group/2', { body: { name: 'Server', moduleId: 2 } });
    await create([
      { url: '/second', group_id: 2, position: 2 },
      { url: '/first', group_id: 2, position: 1 },
      { url: '/off', group_id: 2, enabled: false },
      { url: '/here' },
    ]);
    const { data, total } = await exported('csv', '2');
    expect([total, data.match(/"\/\w+",/g)]).toEqual([2, ['"/first",', '"/new",', '"/second",', '"/new",']]);
    expect((await served.ask('GET', '/export/cat/csv')).body.code).toBe('rest_no_route');
    expect((await served.ask('GET', '/export/all/cat')).body.code).toBe('rest_no_route');
  });

  it.each([
    ['source,target\n/a,/b\n', [['/a', false, 301]]],
    ['/a,/b,0,oops,things,in,the,file', [['/a', false, 301]]],
    ['/source.*,/b', [['/source.*', true, 301]]],
    ['/a,/b,1', [['/a', true, 301]]],
    ['/a,/b,0,308', [['/a', false, 308]]],
    ['/a,/b,0,666', [['/a', false, 301]]],
    ['/a,,0,410', [['/a', false, 410]]],
    ['"/a","/b"', [['/a', false, 301]]],
    [
      '/a;/b,c;0\r\n/d;/e',
      [
        ['/a', false, 301],
        ['/d', false, 301],
      ],
    ],
    [
      '/a|/b\r/c|/d',
      [
        ['/a', false, 301],
        ['/c', false, 301],
      ],
    ],
    ['\uFEFF/a,/b', [['/a', false, 301]]],
  ])('read the CSV %j', async (text, rules) => {
    await load('rules.txt', text);
    const found = await listed();
    expect(found.map((rule: Record<string, unknown>) => [rule.url, rule.regex, rule.action_code])).toEqual(rules);
  });

  it.each([
    ['RewriteRule /thing /newthing [301,L]', [['/thing', 301, false]]],
    [
      'Redirect permanent "/thing with space" /newthing',
      [
        ['/thing with space', 301, false],
        ['^/thing with space/(.*)$', 301, true],
      ],
    ],
    [
      'redirect /thing /newthing',
      [
        ['/thing', 302, false],
        ['^/thing/(.*)$', 302, true],
      ],
    ],
    ['RedirectMatch permanent ^/thing(.*)$ /newthing$1', [['^/thing(.*)$', 301, true]]],
    ['RewriteRule ^products/reporting$ /newthing [R,L]', [['/products/reporting', 302, false]]],
    ['RewriteRule ^foo\\/bar$ /newthing [R=308]', [['/foo/bar', 308, false]]],
    ['RewriteRule ^gone$ - [G]', [['/gone', 410, false]]],
    [
      'Redirect gone /thing',
      [
        ['/thing', 410, false],
        ['^/thing/([^?]*)(?:\\?.*)?$', 410, true],
      ],
    ],
  ])('read the Apache line %j', async (line, rules) => {
    expect((await load('.htaccess', `# Redirect /comment /x\n${line}\n`)).body).toEqual({
      imported: rules.length,
      errors: [],
    });
    const found = await listed();
    expect(found.map((rule: Record<string, unknown>) => [rule.url, rule.action_code, rule.regex])).toEqual(rules);
  });

  it('read nginx configurations', async () => {
    const text = [
      'server {',
      '  # rewrite ^/comment$ /x permanent;',
      '  rewrite ^/old$ /new permanent;',
      '  rewrite (?i)^/x/(.*)$ /y/$1 redirect;',
      '  location = /here {',
      '    return 308 /there;',
      '  }',
      '}',
    ];
    expect((await load('site.conf', text.join('\n'))).body).toMatchObject({ imported: 3, errors: [] });
    expect(await listed()).toMatchObject([
      { url: '/old', action_code: 301 },
      { url: '^/x/(.*)$', action_code: 302, regex: true, match_data: { source: { flag_case: true } } },
      { url: '/here', action_code: 308 },
    ]);
  });

  it('report the reason for each faulty line, and load the rest', async () => {
    const csv = await load('r.csv', 'source,target\n/a,/b\n/same,/same\nalone\n(,/x,1\n/c,/d\n');
    expect(csv.body).toEqual({
      imported: 2,
      errors: [
        { line: 3, reason: 'The source is the target.' },
        { line: 4, reason: 'A line needs a source and a target.' },
        { line: 5, reason: 'The pattern cannot be used: (' },
      ],
    });
    const apache = await load(
      'a',
      'RewriteCond %{HTTPS} off\nRewriteRule ^x$ /y [R]\nRewriteRule only\nRedirect /ok/ /fine/',
    );
    expect(apache.body.imported).toBe(1);
    expect(apache.body.errors.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    const noSource = { sources: [], url_to: '/b', header_code: 301 };
    const rules = [7, { ...sentRule, group_id: 9 }, { url: '/x' }, noSource];
    const json = await load('j.json', JSON.stringify({ redirects: rules }));
    expect(json.body).toMatchObject({
      imported: 1,
      errors: [{ line: 1 }, { line: 3, reason: 'Invalid redirect action' }, { line: 4 }],
    });
  });

  it('are written in JSON with four spaces', async () => {
    for (const rules of [[], many]) {
      await create(rules);
      const { data } = await exported('json');
      expect(data).toBe(`${JSON.stringify(JSON.parse(data), null, 4)}\n`);
    }
  });

  it('are refused as a whole if they have too many lines', async () => {
    for (const [name, text] of [
      ['r.csv', '"/a\n'.repeat(500_001)],
      ['r.conf', '\r\n'.repeat(500_001)],
      ['r.json', `{"redirects":[${'1,'.repeat(500_000)}1]}`],
      ['r.json', `[${`{"sources":[${'1,'.repeat(4_000)}1]},`.repeat(125)}1]`],
    ] as const) {
      const { status, body } = await load(name, text);
      expect([status, body.code, body.message]).toEqual([
        400,
        'redirect_import_invalid_file',
        'The file has more than 500000 lines or redirects.',
      ]);
    }
    expect(await listed()).toEqual([]);
  });

  it('are refused as a whole if JSON is nested too deeply, an entry of it too large, or its end missing', async () => {
    for (const text of [
      `{"redirects":[${'['.repeat(100_000)}`,
      `{"redirects":[{"ip":[${'1,'.repeat(20_000)}1]}]}`,
      `[{${'"ip":1,'.repeat(10_000)}"from":"/a","to":"/b"}]`,
      '{"redirects":[1',
      '{"redirects":{"a":1}}',
    ]) {
      const { status, body } = await load('r.json', text);
      expect([status, body.code]).toEqual([400, 'redirect_import_invalid_json']);
    }
  });

  it('lose only the line that is too long', async () => {
    const long = 'a'.repeat(20_000);
    const apache = await load('a', `Redirect /a/ /b/\nRedirect /${long} /b\nRedirect /c/ /d/`);
    expect(apache.body).toEqual({ imported: 2, errors: [{ line: 2, reason: 'The line is too long.' }] });
    const nginx = await load('n', `rewrite ^/e$ /f;\n${long}\nrewrite ^/g$ /h;`);
    expect(nginx.body).toEqual({ imported: 2, errors: [{ line: 2, reason: 'The line is too long.' }] });
  });

  it('end in CSV at an unclosed quote', async () => {
    const { body } = await load('r.csv', `/a,/b\n"/c${'\n/d,/e'.repeat(5_000)}`);
    expect(body).toEqual({ imported: 1, errors: [{ line: 2, reason: 'The line cannot be read.' }] });
  });

  it('accept no more than twenty conditions for a rule', async () => {
    const conditions = 'RewriteCond %{QUERY_STRING} (?:^|&)a=1(?:&|$)\n';
    expect((await load('a', `${conditions.repeat(20)}RewriteRule ^a$ /b [R]`)).body.imported).toBe(1);
    expect((await load('a', `${conditions.repeat(21)}RewriteRule ^a$ /b [R]`)).body.imported).toBe(0);
  });

  it('let others be answered between any two pieces', async () => {
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    const loading = load('r.csv', 'alone\n'.repeat(300_000));
    setImmediate(turn);
    expect((await loading).body).toMatchObject({ imported: 0, errors: { length: 1_000 } });
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('are refused as a whole in an unknown format', async () => {
    const codes = async (answer: Promise<{ status: number; body: { code: string } }>) => {
      const { status, body } = await answer;
      return [status, body.code];
    };
    expect(await codes(load('x.json', 'x'))).toEqual([400, 'redirect_import_invalid_json']);
    expect(await codes(load('x.json', '"text"'))).toEqual([400, 'redirect_import_invalid_json']);
    expect(await codes(load('x.csv', '/a,/b', 99))).toEqual([400, 'redirect_import_invalid_group']);
    expect(await codes(served.ask('POST', '/import/file/1', { body: {} }))).toEqual([
      400,
      'redirect_import_invalid_file',
    ]);
    expect((await load('x', '')).body).toEqual({ imported: 0, errors: [] });
    expect(await listed()).toEqual([]);
  });

  it('stand beside the former addresses of records', async () => {
    const post = (data: object): TestEvent => ({ type: 'core.post-changed.v1', data: { id: 7, ...data } });
    const facts = {
      status: 'publish',
      language: 'en',
      group: null,
      slug: 'a',
      path: '/a/',
      title: 'A',
      author: 1,
      image: null,
    };
    await served.deliver(
      post({ ...facts, protected: false, published: null }),
      post({ path: '/b/' }),
      post({ path: '/c/' }),
    );
    const { importers } = (await served.ask('GET', '/import/plugin')).body;
    expect(importers).toEqual([{ id: 'core-old-slugs', name: 'Old addresses of records', total: 2 }]);
    expect((await served.ask('POST', '/import/plugin', { body: { plugin: 'other' } })).body).toEqual({ imported: 0 });
    expect((await served.ask('POST', '/import/plugin', { body: { plugin: [importers[0].id] } })).body.imported).toBe(2);
    expect(await listed()).toMatchObject([
      { url: '/a/', action_data: { url: '/c/' } },
      { url: '/b/', action_data: { url: '/c/' } },
    ]);
  });
});
