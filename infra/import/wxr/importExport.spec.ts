import { createOutgoing } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';
import { foreignNames } from '../../aliases/foreignNames.ts';
import { RefusedError, UnreachableError, type Upload, type UploadingClient } from '../siteClient.ts';
import type { ExportReport } from './exportCounts.ts';
import { importExport } from './importExport.ts';

const wxr = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="c" xmlns:excerpt="e" xmlns:dc="d" xmlns:wp="w"><channel>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_id>5</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_email>ann@example.org</wp:author_email>
<wp:author_display_name><![CDATA[Ann & Co]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>child</wp:category_nicename><wp:category_parent>top</wp:category_parent>
<wp:cat_name><![CDATA[Child]]></wp:cat_name></wp:category>
<wp:category><wp:category_nicename>top</wp:category_nicename><wp:category_parent/><wp:cat_name>Top</wp:cat_name></wp:category>
<wp:tag><wp:tag_slug>loud</wp:tag_slug><wp:tag_name>Loud</wp:tag_name></wp:tag>
${body}</channel></rss>`;

const item = (id: number, more = '', content = 'Text'): string => `<item>
<title>Post ${id}: 5 &lt; 6 &amp; &#039;so&#039;</title><dc:creator>ann</dc:creator>
<content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>2012-01-07 07:07:21</wp:post_date><wp:post_date_gmt>2012-01-07 14:07:21</wp:post_date_gmt>
<wp:comment_status>closed</wp:comment_status><wp:ping_status>open</wp:ping_status><wp:post_name>post-${id}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:is_sticky>0</wp:is_sticky>${more}</item>`;

type Body = Record<string, unknown>;

interface KeysBody {
  readonly keys: readonly { readonly key: string; readonly id: number }[];
}

/** Creates a site that stores what it receives, with the part of the interface that an import of posts uses. */
const site = (settings: object = {}) => {
  const made: Record<string, Body[]> = {
    posts: [],
    pages: [],
    categories: [{ id: 1, slug: 'uncategorized' }],
    tags: [],
    users: [],
    media: [],
    comments: [],
    menus: [],
    'menu-items': [],
  };
  let ids = 10;
  const keys = new Map<string, number>();
  const answerKeys = (path: string, body: KeysBody | undefined) => {
    for (const { key, id } of body?.keys ?? []) keys.set(key, id);
    const asked = new URLSearchParams(path.split('?')[1]).getAll('key[]');
    return asked.flatMap((key) => (keys.has(key) ? [{ key, id: keys.get(key) }] : []));
  };
  const collectionOf = (path: string) => made[path.split('/')[3]?.split('?')[0] ?? ''] as Body[];
  const client: UploadingClient = {
    request: async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      if (path === '/core/v2/settings') return settings as Answer;
      if (path.includes('/import-keys')) return answerKeys(path, body as KeysBody | undefined) as Answer;
      const collection = collectionOf(path);
      const [, id] = /\/(\d+)\?/.exec(path) ?? [];
      const read = id === undefined ? collection : collection.find((each) => String(each.id) === id);
      if (method === 'GET') return structuredClone(read) as Answer;
      const sent = body as Body;
      if (sent.content === 'refused') throw new RefusedError(400, 'rest_invalid_param', 'no');
      const known = collection.find((each) => path.endsWith(`/${each.id}`));
      const modified = known?.sent === JSON.stringify(sent) ? known.modified : `changed at ${++ids}`;
      const { slug = known?.slug ?? '' } = sent;
      const record = { ...sent, slug, link: `/${slug}`, id: known?.id ?? ++ids, modified, sent: JSON.stringify(sent) };
      if (known === undefined) collection.push(record);
      else Object.assign(known, record);
      return record as Answer;
    },
    upload: async <Answer>(path: string, file: Upload): Promise<Answer> => {
      const media = {
        id: ++ids,
        slug: new URLSearchParams(path.split('?')[1]).get('slug'),
        bytes: Buffer.from(await new Blob([file.bytes]).arrayBuffer()).length,
      };
      made.media?.push(media);
      return media as Answer;
    },
  };
  return { client, made };
};

const run = (xml: string, client: UploadingClient, outgoing = createOutgoing(), width = 4): Promise<ExportReport> =>
  importExport(() => [xml], client, { width, onProgress: () => {}, outgoing });

const { taxonomy, groups } = foreignNames.languages;

describe('importing a site export', () => {
  it('sends a post in the terms of the REST interface, with its text unchanged', async () => {
    const { client, made } = site();
    const content = 'A <b>b</b>\n<!--more-->\n\n&amp; [gallery] “x”';
    const more = `<wp:post_password>enter</wp:post_password><category domain="category" nicename="child">Child</category>
      <category domain="post_tag" nicename="loud">Loud</category><category domain="post_tag" nicename="undeclared">Un</category>
      <category domain="post_format" nicename="post-format-aside">Aside</category>`;
    await run(wxr(item(7, more, content)), client);
    const slugs = (name: string) => Object.fromEntries((made[name] ?? []).map(({ slug, id }) => [slug, id]));
    expect(made.posts?.[0]).toMatchObject({
      title: "Post 7: 5 < 6 & 'so'",
      content,
      slug: 'post-7',
      status: 'publish',
      date_gmt: '2012-01-07T14:07:21',
      password: 'enter',
      format: 'aside',
      comment_status: 'closed',
      ping_status: 'open',
      author: made.users?.[0]?.id,
      categories: [slugs('categories').child],
      tags: [slugs('tags').loud, slugs('tags').undeclared],
    });
    expect(made.users?.[0]).toMatchObject({ username: 'ann', name: 'Ann & Co', roles: ['author'] });
    expect(made.categories).toContainEqual(expect.objectContaining({ slug: 'child', parent: slugs('categories').top }));
  });

  it('reports authors that the file does not describe, and that are no users of the site', async () => {
    const { client, made } = site();
    made.users?.push({ id: 3, username: 'Cem', email: 'cem@example.org' });
    const by = (login: string, id: number) => item(id).replace('<dc:creator>ann<', `<dc:creator>${login}<`);
    const report = await run(wxr(by('ben', 1) + by('Ben', 2) + by('', 3) + by('cem', 4) + item(5)), client);
    expect(report.changed).toEqual([
      "records of the author ben (2) are the importer's: the file does not describe this author",
      "records without an author (1) are the importer's",
    ]);
    expect(made.posts?.map(({ author }) => author)).toEqual([undefined, undefined, undefined, 3, expect.any(Number)]);
  });

  it('changes nothing in a second run', async () => {
    const { client } = site();
    const xml = wxr(item(1) + item(2));
    const posts = async (text: string) => (await run(text, client)).kinds.posts;
    expect(await posts(xml)).toMatchObject({ created: 2 });
    expect(await posts(xml)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await posts(wxr(item(1) + item(2, '', 'New')))).toMatchObject({ updated: 1, unchanged: 1 });
  });

  it('fetches attachments as pictures of their posts, and lists unreachable ones', async () => {
    const { client, made } = site();
    const remote = await startFakeServer((_request, response) => response.end('picture'));
    const outgoing = createOutgoing({ resolve: remote.resolve, policy: remote.policy });
    const attachment = (id: number, address: string) => `<item><title>Picture</title><wp:post_id>${id}</wp:post_id>
      <wp:post_name>picture-${id}</wp:post_name><wp:post_type>attachment</wp:post_type>
      <wp:attachment_url>${address}</wp:attachment_url></item>`;
    const meta = '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:postmeta>';
    const there = attachment(5, `http://pictures.example:${remote.port}/a.jpg`);
    const report = await run(
      wxr(there + attachment(6, 'ftp://nowhere.example/b.jpg') + item(1, meta)),
      client,
      outgoing,
    );
    await remote.close();
    expect(made.media).toEqual([expect.objectContaining({ slug: 'picture-5', bytes: 7 })]);
    expect(made.posts?.[0]).toMatchObject({ featured_media: made.media?.[0]?.id });
    expect(report.failed).toEqual([expect.stringContaining('ftp://nowhere.example/b.jpg')]);
  });

  it('lists refused items and items without a counterpart, and goes on', async () => {
    const { client } = site();
    const block =
      '<item><title>Block</title><wp:post_type>block</wp:post_type><wp:comment><wp:comment_id>1</wp:comment_id></wp:comment></item>';
    const report = await run(wxr(block + item(1, '', 'refused') + item(2)), client);
    expect(report).toMatchObject({
      kinds: { posts: { created: 1 } },
      left: ['1 items of the kind block', '1 comments on items that are not imported'],
    });
    expect(report.failed).toEqual([expect.stringContaining('post 1')]);
  });

  it('imports comments with writer, date, status and parent once, and counts those without a place', async () => {
    const { client, made } = site();
    const comment = (id: number, more: string) =>
      `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[Vera]]></wp:comment_author>
      <wp:comment_author_email>vera@example.org</wp:comment_author_email><wp:comment_author_IP>192.0.2.7</wp:comment_author_IP>
      <wp:comment_date>2007-09-04 10:49:28</wp:comment_date><wp:comment_date_gmt>2007-09-04 00:49:28</wp:comment_date_gmt>
      <wp:comment_content><![CDATA[Text ${id}]]></wp:comment_content>${more}</wp:comment>`;
    const approved = '<wp:comment_approved>1</wp:comment_approved>';
    const xml = wxr(
      item(
        1,
        comment(8, `${approved}<wp:comment_parent>7</wp:comment_parent><wp:comment_user_id>5</wp:comment_user_id>`) +
          comment(7, '<wp:comment_approved>spam</wp:comment_approved>') +
          comment(9, `${approved}<wp:comment_parent>99</wp:comment_parent>`) +
          comment(10, `${approved}<wp:comment_type>pingback</wp:comment_type>`),
      ),
    );
    const report = await run(xml, client);
    const [seven, eight, nine] = made.comments ?? [];
    const post = made.posts?.[0]?.id;
    expect([seven, eight, nine]).toMatchObject([
      { post, parent: 0, author: 0, author_name: 'Vera', author_email: 'vera@example.org', status: 'spam' },
      { post, parent: seven?.id, author: made.users?.[0]?.id, status: 'approve', date_gmt: '2007-09-04T00:49:28' },
      { post, parent: 0, content: 'Text 9', imported: true },
    ]);
    expect(report.kinds.comments).toEqual({ created: 3, updated: 0, unchanged: 0, left: 1 });
    expect(report.left).toEqual(['1 comments: their type is pingback', '4 values of the meta comment_author_IP']);
    expect(report.changed).toEqual([
      "comment 9 of post 1 “Post 1: 5 < 6 & 'so'” answers none: comment 99 is not imported",
    ]);
    const again = await run(xml, client);
    expect(again.kinds.comments).toEqual({ created: 0, updated: 0, unchanged: 3, left: 1 });
    expect(made.comments).toHaveLength(3);
  });

  describe('with a menu', () => {
    const menuItem = (id: number, meta: Readonly<Record<string, string>>, title = '') => `<item>
      <title>${title}</title><wp:post_id>${id}</wp:post_id><wp:menu_order>${id}</wp:menu_order><wp:status>publish</wp:status>
      <wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="main"><![CDATA[Main]]></category>
      ${Object.entries(meta)
        .map(
          ([name, value]) =>
            `<wp:postmeta><wp:meta_key>_menu_item_${name}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
        )
        .join('')}</item>`;
    const term = `<wp:term><wp:term_id>31</wp:term_id><wp:term_taxonomy>category</wp:term_taxonomy>
      <wp:term_slug>child</wp:term_slug><wp:term_name>Child</wp:term_name></wp:term>`;
    const xml = wxr(
      term +
        item(1) +
        menuItem(40, { type: 'taxonomy', object: 'category', object_id: '31', menu_item_parent: '41' }) +
        menuItem(41, { type: 'post_type', object: 'post', object_id: '1' }) +
        menuItem(42, { type: 'custom', url: 'https://shop.example/', classes: 'a:1:{i:0;s:4:"shop";}' }, 'Shop') +
        menuItem(43, { type: 'post_type', object: 'product', object_id: '9' }),
    );

    it('imports its items with their records and parents, and reports those without a record', async () => {
      const { client, made } = site();
      const report = await run(xml, client);
      const menu = made.menus?.[0];
      expect(menu).toMatchObject({ name: 'Main', slug: 'main' });
      const [record, below, shop] = made['menu-items'] ?? [];
      const category = made.categories?.find(({ slug }) => slug === 'child')?.id;
      expect([record, below, shop]).toMatchObject([
        { menus: menu?.id, type: 'post_type', object: 'post', object_id: made.posts?.[0]?.id, parent: 0 },
        { type: 'taxonomy', object: 'category', object_id: category, parent: record?.id, menu_order: 40 },
        { type: 'custom', url: 'https://shop.example/', title: 'Shop', classes: ['shop'] },
      ]);
      expect(report.kinds['items of menus']).toEqual({ created: 3, updated: 0, unchanged: 0, left: 1 });
      expect(report.left).toEqual(['1 items of menus: they lead to product']);
    });

    it('changes nothing in a second run', async () => {
      const { client, made } = site();
      await run(xml, client);
      const before = structuredClone(made['menu-items']);
      const again = await run(xml, client);
      expect(again.kinds).toMatchObject({ menus: { unchanged: 1 }, 'items of menus': { created: 0, unchanged: 3 } });
      expect([made['menu-items'], made.menus?.length]).toEqual([before, 1]);
    });

    it('leaves a menu of the same name as it is', async () => {
      const { client, made } = site();
      const refusing: UploadingClient = {
        ...client,
        request: async <Answer>(method: string, path: string, ...rest: readonly unknown[]): Promise<Answer> => {
          if (method === 'POST' && path === '/core/v2/menus') throw new RefusedError(400, 'menu_exists', 'taken');
          return client.request<Answer>(method, path, ...(rest as [unknown]));
        },
      };
      const report = await run(xml, refusing);
      expect(report.failed).toEqual([]);
      expect(report.left).toContain('4 items of menus: the site has a menu of this name');
      expect(made['menu-items']).toEqual([]);
    });
  });

  it('puts pages below their parents, which may come later in the file', async () => {
    const { client, made } = site();
    const page = (id: number, parent: number) =>
      item(id, `<wp:post_parent>${parent}</wp:post_parent><wp:menu_order>${id}</wp:menu_order>`).replace(
        '<wp:post_type>post<',
        '<wp:post_type>page<',
      );
    const report = await run(wxr(page(3, 4) + page(4, 0) + page(5, 99)), client, undefined, 1);
    const [child, top, lost] = made.pages ?? [];
    expect([child, lost]).toMatchObject([{ parent: top?.id }, { menu_order: 5 }]);
    expect(lost).not.toHaveProperty('parent');
    expect(report).toMatchObject({ kinds: { pages: { created: 3 } }, failed: [] });
    expect(report.changed).toEqual([expect.stringContaining('its parent 99 is missing')]);
  });

  it('leaves no record that a run without its progress would create again', async () => {
    const { client, made } = site();
    const request: UploadingClient['request'] = async (method, path, body) => {
      if (JSON.stringify(body ?? '').includes('killed')) throw new Error('killed');
      return client.request(method, path, body);
    };
    await expect(run(wxr(item(1) + item(2, '', 'killed')), { ...client, request }, undefined, 1)).rejects.toThrow();
    const report = await run(wxr(item(1) + item(2)), client);
    expect(report.kinds.posts).toMatchObject({ created: 1, unchanged: 1 });
    expect(made.posts).toHaveLength(2);
  });

  it('reports what came in if the site goes away before it has stored the keys', async () => {
    const { client } = site();
    const request: UploadingClient['request'] = async (method, path, body) => {
      if (method === 'POST' && path.includes('/import-keys')) throw new UnreachableError(path, new Error('gone'));
      return client.request(method, path, body);
    };
    const report = await run(wxr(item(1) + item(2)), { ...client, request });
    expect(report.failed).toEqual([
      expect.stringMatching(/^post 1 .*does not answer/),
      expect.stringMatching(/^post 2 .*does not answer/),
    ]);
  });

  it('takes the version in the default language as the original of a group', async () => {
    const { client, made } = site({ languages: ['de', 'en'], language: 'en_GB' });
    const version = (language: string) =>
      `<category domain="${taxonomy}" nicename="${language}"/><category domain="${groups}" nicename="g"/>`;
    await run(wxr(item(1, version('de')) + item(2, version('en'))), client);
    const [english, german] = made.posts ?? [];
    expect(english).toMatchObject({ slug: 'post-2' });
    expect(german).toMatchObject({ slug: 'post-1', translation_of: english?.id });
  });

  it('sends texts that refer to later records of the file once these are there', async () => {
    const { client, made } = site();
    await run(wxr(item(1, '', '<a href="?p=2">') + item(2)), client, undefined, 1);
    expect(made.posts?.[0]).toMatchObject({ content: '<a href="/post-2">' });
  });

  it('refuses a file that is not a site export', async () => {
    await expect(run('<rss><channel></channel></rss>', site().client)).rejects.toThrow('no site export');
  });
});
