import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const two = (number: number): string => String(number).padStart(2, '0');

/** Folds a line of a calendar at 75 bytes or less, as the real files are. */
const folded = (line: string): string => line.match(/.{1,37}/gu)?.join('\r\n ') ?? line;

/** More entries than an import sends one by one. */
const ENTRIES = 230;
const PLACES = ['Central Park', 'Library\\, Room 200', 'Sudhaus  2001 2nd Street  Harbourtown', "Children's Room", ''];
const HOSTS = ['Town Library', 'The Gazette', ''];
const WORDS =
  'Fresh from local growers — 🥕 roots\\, 🌻 flowers.\\n\\nEvery Saturday\\, 8:00 AM – 1:00 PM; bring a bag';

/** Returns a calendar in the form of the feeds of a community calendar, many of whose entries have the same title. */
export const townCalendar = (): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//community calendar//feed//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-TIMEZONE:America/Los_Angeles',
    ...numbers(ENTRIES).flatMap((index) => {
      const day = `2026${two((index % 9) + 3)}${two((index % 28) + 1)}`;
      const place = PLACES[index % PLACES.length];
      const host = HOSTS[index % HOSTS.length];
      return [
        'BEGIN:VEVENT',
        `UID:1008${index}-1787${index}@harbourtown.example`,
        'DTSTAMP:20260822T021851Z',
        `DTSTART;TZID=America/Los_Angeles:${day}T${two(8 + (index % 10))}0000`,
        `DTEND;TZID=America/Los_Angeles:${day}T${two(9 + (index % 10))}3000`,
        `SUMMARY:Market day no. ${index % 40} • Third Friday`,
        ...(index % 6 === 0 ? [] : [`DESCRIPTION:${WORDS.repeat((index % 3) + 1)}`]),
        ...(place === '' ? [] : [`LOCATION:${place}`]),
        `URL:https://harbourtown.example/event/market-day/${index}/`,
        ...(host === '' ? [] : [`ORGANIZER;CN="${host}":invalid:nomail`]),
        'END:VEVENT',
      ];
    }),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The server of an exported site, which has its pictures. */
export const startOldSite = async (): Promise<{ readonly origin: string; stop(): void }> => {
  const server: Server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'image/gif' }).end(GIF);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

interface Item {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly status?: string | undefined;
  readonly parent?: number;
  readonly text?: string;
  readonly more?: string;
}

const meta = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
    )
    .join('');

const item = (
  origin: string,
  { id, type, title, status = 'publish', parent = 0, text = '', more = '' }: Item,
): string =>
  `<item><title>${title}</title><link>${origin}/?p=${id}</link><dc:creator>themedemos</dc:creator>
  <guid isPermaLink="false">${origin}/?p=${id}</guid><content:encoded><![CDATA[${text}]]></content:encoded>
  <excerpt:encoded></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date>2012-03-${two((id % 28) + 1)} 10:00:00</wp:post_date>
  <wp:post_date_gmt>2012-03-${two((id % 28) + 1)} 17:00:00</wp:post_date_gmt><wp:comment_status>open</wp:comment_status>
  <wp:post_name>${type === 'nav_menu_item' ? id : `${type}-${id}`}</wp:post_name><wp:status>${status}</wp:status>
  <wp:post_parent>${parent}</wp:post_parent><wp:menu_order>${id}</wp:menu_order><wp:post_type>${type}</wp:post_type>
  <wp:is_sticky>0</wp:is_sticky>${more}</item>`;

const comment = (id: number, parent: number): string =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Anon ${id}</wp:comment_author>
  <wp:comment_author_email>anon@example.com</wp:comment_author_email><wp:comment_date>2012-09-04 10:49:28</wp:comment_date>
  <wp:comment_date_gmt>2012-09-04 17:49:28</wp:comment_date_gmt><wp:comment_content>Comment ${id}</wp:comment_content>
  <wp:comment_approved>${id % 4 === 0 ? 0 : 1}</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`;

const [MEDIA, POSTS, PAGES, ITEMS] = [6, 16, 6, 8];
const STATUSES = ['publish', 'publish', 'publish', 'draft', 'pending', 'private'];

const categoriesOf = (index: number): string =>
  `<category domain="category" nicename="section-${index % 6}">Section ${index % 6}</category>
  <category domain="post_tag" nicename="tag-${index % 9}">Tag ${index % 9}</category>`;

/** Returns a site export in the form of the theme unit test data: terms, media, posts, pages, comments and a menu. */
export const siteExport = (origin: string): string => {
  const menu = '<category domain="nav_menu" nicename="short">Short</category>';
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:excerpt="e" xmlns:content="c" xmlns:dc="d" xmlns:wp="w">
  <channel><title>Test data</title><link>${origin}</link><language>en</language><wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_site_url>${origin}</wp:base_site_url><wp:base_blog_url>${origin}</wp:base_blog_url>
  <wp:author><wp:author_login>themedemos</wp:author_login><wp:author_email>demos@example.com</wp:author_email>
  <wp:author_display_name>Theme Buster</wp:author_display_name></wp:author>
  ${numbers(6)
    .map(
      (
        index,
      ) => `<wp:category><wp:term_id>${index + 1}</wp:term_id><wp:category_nicename>section-${index}</wp:category_nicename>
  <wp:category_parent>${index % 3 === 0 ? '' : `section-${index - 1}`}</wp:category_parent><wp:cat_name>Section ${index}</wp:cat_name></wp:category>`,
    )
    .join('')}
  ${numbers(9)
    .map(
      (index) =>
        `<wp:tag><wp:term_id>${index + 20}</wp:term_id><wp:tag_slug>tag-${index}</wp:tag_slug><wp:tag_name>Tag ${index}</wp:tag_name></wp:tag>`,
    )
    .join('')}
  <wp:term><wp:term_id>40</wp:term_id><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>short</wp:term_slug><wp:term_name>Short</wp:term_name></wp:term>
  ${numbers(MEDIA)
    .map((index) => {
      const more = `<wp:attachment_url>${origin}/2008/06/dsc-${index}.gif</wp:attachment_url>${meta({ _wp_attachment_image_alt: `Boats ${index}` })}`;
      return item(origin, {
        id: 600 + index,
        type: 'attachment',
        title: `dsc-${index}`,
        status: 'inherit',
        parent: 100 + index,
        more,
      });
    })
    .join('')}
  ${numbers(POSTS)
    .map((index) => {
      const text = `<p>Text ${index}</p>[gallery ids="600,${600 + (index % MEDIA)}"]<a href="${origin}/?p=${100 + ((index + 1) % POSTS)}">Next</a>`;
      const comments = index % 5 === 0 ? comment(900 + 2 * index, 0) + comment(901 + 2 * index, 900 + 2 * index) : '';
      const more = categoriesOf(index) + meta({ _thumbnail_id: 600 + (index % MEDIA) }) + comments;
      return item(origin, {
        id: 100 + index,
        type: 'post',
        title: `Post ${index}: markup &amp; more`,
        status: STATUSES[index % STATUSES.length],
        text,
        more,
      });
    })
    .join('')}
  ${numbers(PAGES)
    .map((index) =>
      item(origin, {
        id: 300 + index,
        type: 'page',
        title: `Level ${index}`,
        parent: index === 0 ? 0 : 299 + index,
        text: `Page ${index}`,
      }),
    )
    .join('')}
  ${numbers(ITEMS)
    .map((index) => {
      const linked = {
        _menu_item_type: 'post_type',
        _menu_item_object: 'page',
        _menu_item_object_id: 300 + (index % PAGES),
      };
      const own = {
        _menu_item_type: 'custom',
        _menu_item_object: 'custom',
        _menu_item_object_id: 500 + index,
        _menu_item_url: `${origin}/`,
      };
      const values = {
        ...(index % 2 === 0 ? linked : own),
        _menu_item_menu_item_parent: index < 3 ? 0 : 500 + index - 3,
      };
      return item(origin, {
        id: 500 + index,
        type: 'nav_menu_item',
        title: `Item ${index}`,
        more: menu + meta(values),
      });
    })
    .join('')}
  </channel></rss>`;
};
