import type { StoredFields } from '@almanac/content-model';
import { metaArg, metaSchema } from '@almanac/content-model';
import {
  anything,
  boolean,
  type Invalid,
  integer,
  isObject,
  list,
  renderedText,
  type SchemaKeywords,
  text,
  wrongType,
} from '@almanac/rest';
import {
  MAX_CONTENT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  plainText,
  storedContent,
  storedTitle,
} from '@almanac/text';
import { z } from 'zod';
import { type CoreTable, field } from '../fields.ts';
import { formats } from './formats.ts';

/**
 * Returns a text as sent: the string, or the `raw` of an object, which must be a string; undefined for other values
 * (docs/interface/core-posts.md §5.2).
 */
export const rawText = (value: unknown): string | Invalid | undefined => {
  if (typeof value === 'string') return value;
  const raw = (isObject(value) ? value.raw : undefined) ?? undefined;
  return raw === undefined || typeof raw === 'string' ? raw : wrongType('string', 'raw');
};

/** Returns a title as sent. An empty title, or `0`, within an object counts as missing. */
const rawTitle = (value: unknown): string | Invalid | undefined => {
  const raw = rawText(value);
  return typeof value !== 'string' && (raw === '' || raw === '0') ? undefined : raw;
};

const raw: SchemaKeywords = { type: 'string', description: 'As stored.' };
const rendered: SchemaKeywords = { type: 'string', description: 'As displayed; it cannot be written.' };
const isProtected: SchemaKeywords = { type: 'boolean', description: 'True if a password protects it.' };
const version: SchemaKeywords = {
  type: 'integer',
  description: 'The version of the block format; it cannot be written.',
};

interface TextOptions {
  readonly description: string;
  readonly contexts: string;
  /** Published members beside the stored and the displayed text. */
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly shown?: z.ZodType;
  /** Maximum characters of a sent text. */
  readonly maxLength?: number;
}

/** Declares a text with HTML that answers show as stored and as displayed. */
export const contentField = <const Name extends string>(
  name: Name,
  { description, contexts, properties, shown = renderedText, maxLength = MAX_DESCRIPTION_LENGTH }: TextOptions,
) => {
  const words: SchemaKeywords = { type: 'object', properties: { raw, rendered, ...properties } };
  const arg = anything({ parse: rawText, words, description });
  return field(z.string(), {
    default: '',
    clean: storedContent,
    maxLength,
    v2: { name, arg, contexts, shown, specialView: true },
  });
};

const titleArg = anything({
  parse: rawTitle,
  words: { type: 'object', properties: { raw, rendered } },
  description: 'The title.',
});

/** Declares a choice between `open` and `closed`. */
export const openOrClosed = <const Name extends string>(
  name: Name,
  description: string,
  initial: 'open' | 'closed' = 'open',
) =>
  field(z.enum(['open', 'closed']), {
    default: initial,
    v2: { name, arg: text({ enum: ['open', 'closed'], description }), contexts: 've' },
  });

const ids = z.array(z.int());

const terms = <const Name extends string>(name: Name, description: string) =>
  field(ids.readonly(), {
    default: [],
    v2: { name, specialArg: list(integer(), { onNull: 'accept', description }), contexts: 've', shown: ids },
  });

/** Declares whether a record takes comments and pings; settings of the site replace the defaults of posts. */
const discussion = (initial: 'open' | 'closed') => ({
  commentStatus: openOrClosed('comment_status', 'Comments are open or closed.', initial),
  pingStatus: openOrClosed('ping_status', 'Pings of the post are open or closed.', initial),
});

/**
 * The fields of posts, in the order of their arguments (docs/interface/core-posts.md §5.2); the effect of null is
 * described in docs/interface/core-posts.md §6.
 */
export const postFields = {
  password: field(z.string(), {
    default: '',
    v2: {
      name: 'password',
      arg: text({ onNull: 'accept', description: 'A password that protects content and excerpt.' }),
      contexts: 'e',
      specialView: true,
    },
  }),
  /** As stored: cleaned, not as displayed. */
  title: field(z.string(), {
    default: '',
    clean: storedTitle,
    maxLength: MAX_TITLE_LENGTH,
    v2: { name: 'title', arg: titleArg, contexts: 'vem', shown: renderedText, specialView: true },
  }),
  content: contentField('content', {
    description: 'The content.',
    maxLength: MAX_CONTENT_LENGTH,
    contexts: 've',
    properties: { block_version: version, protected: isProtected },
    shown: renderedText.extend({ protected: z.boolean(), block_version: z.int().optional() }),
  }),
  /** Id of a user; 0 for none. */
  author: field(z.int(), {
    default: 0,
    v2: {
      name: 'author',
      arg: integer({ onNull: 'refuse', description: 'The id of the user who owns the post.' }),
      contexts: 'vem',
    },
  }),
  excerpt: contentField('excerpt', {
    description: 'The excerpt.',
    contexts: 'vem',
    properties: { protected: isProtected },
    shown: renderedText.extend({ protected: z.boolean() }),
  }),
  /** Featured medium; 0 for none. */
  image: field(z.int(), {
    default: 0,
    v2: {
      name: 'featured_media',
      arg: integer({ onNull: 'accept', description: 'The id of the featured image; 0 for none.' }),
      contexts: 'vem',
    },
  }),
  ...discussion('open'),
  format: field(z.string(), {
    default: 'standard',
    v2: {
      name: 'format',
      arg: text({ enum: formats, onNull: 'refuse', description: 'The format of the post.' }),
      contexts: 've',
    },
  }),
  /** The written members. */
  meta: field(z.record(z.string(), z.unknown()).readonly(), {
    default: {},
    v2: { name: 'meta', specialArg: metaArg, contexts: 've', shown: metaSchema },
  }),
  sticky: field(z.boolean(), {
    default: false,
    v2: {
      name: 'sticky',
      arg: boolean({ onNull: 'accept', description: 'True if the post is sticky.' }),
      contexts: 've',
    },
  }),
  template: field(z.string(), {
    default: '',
    clean: plainText,
    v2: {
      name: 'template',
      arg: text({
        onNull: 'accept',
        description: 'The theme’s template file for the post; empty for the default.',
      }),
      contexts: 've',
    },
  }),
  categories: terms('categories', 'The ids of the categories.'),
  tags: terms('tags', 'The ids of the tags.'),
} as const satisfies CoreTable;

const { format: _format, sticky: _sticky, categories: _categories, tags: _tags, ...shared } = postFields;

/** Fields that only pages have. */
const treeFields = {
  parent: field(z.int(), {
    default: 0,
    v2: {
      name: 'parent',
      specialArg: integer({ onNull: 'accept', description: 'The id of the page above this one; 0 for none.' }),
      contexts: 've',
      shown: z.int(),
    },
  }),
  menuOrder: field(z.int(), {
    default: 0,
    v2: {
      name: 'menu_order',
      arg: integer({ onNull: 'refuse', description: 'The position of the page among pages with the same parent.' }),
      contexts: 've',
    },
  }),
} as const satisfies CoreTable;

/** The fields of pages, in the order of their arguments (docs/interface/core-pages.md §2). */
export const pageFields = { ...shared, ...discussion('closed'), ...treeFields } as const satisfies CoreTable;

/** The fields of both types: a post stores the defaults of those that only pages have, and the reverse. */
export const storedFields = { ...postFields, ...treeFields } as const satisfies CoreTable;

/** The stored values of the fields. */
export type PostValues = StoredFields<typeof storedFields>;
