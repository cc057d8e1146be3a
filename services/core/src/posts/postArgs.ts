import { anything, boolean, dateTime, integer, isObject, list, object, text, type Words } from '@almanac/rest';
import { formats } from './formats.ts';
import { declaredMeta, emptyMeta } from './meta/declaredMeta.ts';
import { writableStatuses } from './statuses.ts';

export const idArg = integer({ description: 'The id of the post.' });

/**
 * Returns a text as sent: the string, or the `raw` of an object; undefined for other values
 * (docs/interface/core-posts.md §5.2).
 */
export const rawText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  const raw = isObject(value) ? value.raw : undefined;
  return typeof raw === 'string' ? raw : undefined;
};

/** Returns a title as sent. An empty title, or `0`, within an object counts as missing. */
export const rawTitle = (value: unknown): string | undefined => {
  const raw = rawText(value);
  return typeof value !== 'string' && (raw === '' || raw === '0') ? undefined : raw;
};

const words = (properties: Readonly<Record<string, Words>>): Words => ({ type: 'object', properties });
const raw: Words = { type: 'string', description: 'As stored.' };
const rendered: Words = { type: 'string', description: 'As displayed; it cannot be written.' };
/** Description of a text that is stored in one form and displayed in another. */
export const renderedWords = words({ raw, rendered });
const isProtected: Words = { type: 'boolean', description: 'True if a password protects it.' };
const version: Words = { type: 'integer', description: 'The version of the block format; it cannot be written.' };

const metaWords = (): Words['properties'] => {
  const types = { boolean: 'boolean', text: 'string', separator: 'string', footnotes: 'string', numbers: 'array' };
  const properties = [...declaredMeta].map(([name, kind]) => {
    const type = types[kind];
    const items = type === 'array' ? { items: { type: 'number' } } : {};
    return [name, { type, ...items, default: emptyMeta(kind) }] as const;
  });
  return Object.fromEntries(properties);
};

export const openOrClosed = ['open', 'closed'] as const;

const STATUS = 'The status of the post.';

/**
 * Writable members (docs/interface/core-posts.md §5.2); the effect of null is described in docs/interface/core-posts.md
 * §6.
 */
export const writeArgs = {
  date: dateTime({ nullable: true, description: 'The publication date, in local time of the site.' }),
  date_gmt: dateTime({ nullable: true, description: 'The publication date in UTC.' }),
  slug: text({ onNull: 'accept', apartFromPath: true, description: 'The name in the address, unique among posts.' }),
  status: text({
    enum: [...writableStatuses, 'trash'],
    onNull: 'refuse',
    words: { enum: writableStatuses },
    description: STATUS,
  }),
  password: text({ onNull: 'accept', description: 'A password that protects content and excerpt.' }),
  title: anything({ parse: rawTitle, words: renderedWords, description: 'The title.' }),
  content: anything({
    parse: rawText,
    words: words({ raw, rendered, block_version: version, protected: isProtected }),
    description: 'The content.',
  }),
  author: integer({ onNull: 'refuse', description: 'The id of the user who owns the post.' }),
  excerpt: anything({
    parse: rawText,
    words: words({ raw, rendered, protected: isProtected }),
    description: 'The excerpt.',
  }),
  featured_media: integer({ onNull: 'accept', description: 'The id of the featured image; 0 for none.' }),
  comment_status: text({ enum: openOrClosed, description: 'True if comments are open.' }),
  ping_status: text({ enum: openOrClosed, description: 'True if the post accepts pings.' }),
  format: text({ enum: formats, onNull: 'refuse', description: 'The format of the post.' }),
  meta: object({}, { additional: true, words: { properties: metaWords() }, description: 'Further members.' }),
  sticky: boolean({ onNull: 'accept', description: 'True if the post is sticky.' }),
  template: text({
    onNull: 'accept',
    description: 'The theme’s template file for the post; empty for the default.',
  }),
  categories: list(integer(), { onNull: 'accept', description: 'The ids of the categories.' }),
  tags: list(integer(), { onNull: 'accept', description: 'The ids of the tags.' }),
};

/** Members of a new post, which cannot be in the trash. */
export const createArgs = {
  ...writeArgs,
  status: text({ enum: writableStatuses, onNull: 'refuse', description: STATUS }),
};

export const translationArg = integer({ description: 'The post in another language that this one translates.' });

export const readArgs = {
  excerpt_length: integer({ description: 'The number of words of an excerpt made from the content.' }),
  password: text({ description: 'The password of a protected post.' }),
};
