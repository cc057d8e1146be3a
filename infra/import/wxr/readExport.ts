import { XMLParser } from 'fast-xml-parser';
import { UnreadableFileError } from '../textFile.ts';

/** A site export (WXR 1.2): what it says of authors, terms and items, as text. */
export interface SiteExport {
  readonly authors: readonly ExportedAuthor[];
  readonly categories: readonly ExportedTerm[];
  readonly tags: readonly ExportedTerm[];
  readonly posts: readonly ExportedPost[];
  readonly attachments: readonly ExportedAttachment[];
  /** How many items of each other kind there are; they have no place here. */
  readonly others: ReadonlyMap<string, number>;
  readonly comments: number;
}

export interface ExportedAuthor {
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface ExportedTerm {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The slug of the term above it; empty at the top. */
  readonly parent: string;
}

export interface ExportedPost {
  /** The id it had where it came from. */
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS`, in the exporting site's zone and in UTC; the latter `0000-…` for drafts. */
  readonly date: string;
  readonly dateGmt: string;
  readonly password: string;
  readonly sticky: boolean;
  readonly format: string;
  readonly author: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** The id of the attachment that is its picture. */
  readonly thumbnail: string | undefined;
}

export interface ExportedAttachment {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly slug: string;
}

type Element = Readonly<Record<string, unknown>>;

const LISTS = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'category', 'wp:comment', 'wp:postmeta']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // numeric references are of this option too
  htmlEntities: true,
  isArray: (name) => LISTS.has(name),
});

/** @throws Error when the text is no site export */
export const readExport = (xml: string): SiteExport => {
  const channel = (parser.parse(xml) as { rss?: { channel?: Element } }).rss?.channel;
  if (channel?.['wp:wxr_version'] === undefined) throw new UnreadableFileError('The file is no site export (WXR).');
  const items = list(channel.item);
  const ofType = (type: string) => items.filter((item) => text(item, 'wp:post_type') === type);
  const rest = items.filter((item) => !['post', 'attachment'].includes(text(item, 'wp:post_type')));
  return {
    authors: list(channel['wp:author']).map(authorOf),
    categories: withThoseUsed(
      list(channel['wp:category']).map((each) => termOf(each, 'category_nicename', 'cat_name', 'category_description')),
      items,
      'category',
    ),
    tags: withThoseUsed(
      list(channel['wp:tag']).map((each) => termOf(each, 'tag_slug', 'tag_name', 'tag_description')),
      items,
      'post_tag',
    ),
    posts: ofType('post').map(postOf),
    attachments: ofType('attachment').map(attachmentOf),
    others: countBy(rest.map((item) => text(item, 'wp:post_type'))),
    comments: items.reduce((sum, item) => sum + list(item['wp:comment']).length, 0),
  };
};

const list = (value: unknown): readonly Element[] => (Array.isArray(value) ? (value as Element[]) : []);

const text = (element: Element, name: string): string => plain(element[name]);

/** An element with attributes holds its text in a member of its own. */
const plain = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return String((value as Element)['#text'] ?? '');
  return value === undefined ? '' : String(value);
};

const countBy = (names: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

const authorOf = (element: Element): ExportedAuthor => ({
  login: text(element, 'wp:author_login'),
  email: text(element, 'wp:author_email'),
  name: text(element, 'wp:author_display_name'),
  firstName: text(element, 'wp:author_first_name'),
  lastName: text(element, 'wp:author_last_name'),
});

const termOf = (element: Element, slug: string, name: string, description: string): ExportedTerm => ({
  slug: text(element, `wp:${slug}`),
  name: text(element, `wp:${name}`),
  description: text(element, `wp:${description}`),
  parent: text(element, 'wp:category_parent'),
});

/** Items may bear terms that the file does not declare. */
const withThoseUsed = (
  declared: readonly ExportedTerm[],
  items: readonly Element[],
  domain: string,
): readonly ExportedTerm[] => {
  const terms = new Map(declared.map((term) => [term.slug, term]));
  for (const each of items.flatMap((item) => list(item.category))) {
    const slug = String(each['@nicename']);
    if (each['@domain'] !== domain || terms.has(slug)) continue;
    terms.set(slug, { slug, name: plain(each), description: '', parent: '' });
  }
  return [...terms.values()];
};

const postOf = (item: Element): ExportedPost => ({
  id: text(item, 'wp:post_id'),
  title: text(item, 'title'),
  content: text(item, 'content:encoded'),
  excerpt: text(item, 'excerpt:encoded'),
  slug: text(item, 'wp:post_name'),
  status: text(item, 'wp:status'),
  date: text(item, 'wp:post_date'),
  dateGmt: text(item, 'wp:post_date_gmt'),
  password: text(item, 'wp:post_password'),
  sticky: text(item, 'wp:is_sticky') === '1',
  format: slugsIn(item, 'post_format')[0]?.replace('post-format-', '') ?? 'standard',
  author: text(item, 'dc:creator'),
  commentStatus: text(item, 'wp:comment_status'),
  pingStatus: text(item, 'wp:ping_status'),
  categories: slugsIn(item, 'category'),
  tags: slugsIn(item, 'post_tag'),
  thumbnail: metaOf(item, '_thumbnail_id'),
});

const slugsIn = (item: Element, domain: string): string[] =>
  list(item.category)
    .filter((each) => each['@domain'] === domain)
    .map((each) => String(each['@nicename']));

const metaOf = (item: Element, key: string): string | undefined => {
  const meta = list(item['wp:postmeta']).find((each) => text(each, 'wp:meta_key') === key);
  return meta === undefined ? undefined : text(meta, 'wp:meta_value');
};

const attachmentOf = (item: Element): ExportedAttachment => ({
  id: text(item, 'wp:post_id'),
  url: text(item, 'wp:attachment_url'),
  title: text(item, 'title'),
  slug: text(item, 'wp:post_name'),
});
