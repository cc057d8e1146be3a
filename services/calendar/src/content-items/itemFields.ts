import type { CleanText, Field, Member, RecordFields, SpecialMember } from '@almanac/content-model';
import { anything, invalidParams } from '@almanac/rest';
import {
  displayTitle,
  MAX_CONTENT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  storedContent,
} from '@almanac/text';
import { z } from 'zod';
import { imageReference } from '../images/images.ts';
import { storedAddress, webAddress } from '../requestArgs.ts';

/** The public form of a field in integration events (docs/architecture.md §3). */
interface PublishedFact<Stored> {
  readonly name: string;
  /** Converts the stored value; absent: published as stored. */
  convert?(stored: Stored): unknown;
}

/** A field of an event, a venue or an organizer. */
export interface ItemField<Stored = unknown> extends Field<Stored> {
  /** Its member in `cal/events/v1`; null if that interface has none. */
  readonly v1: Member<Stored> | SpecialMember | null;
  /** Its member in `calx/v1`; null if that interface has none. */
  readonly calx: Member<Stored> | SpecialMember | null;
  /**
   * True if an import writes the field through its argument in `cal/events/v1`; the arguments, if it has several. An
   * import that preserves changes leaves such a field of an event as it is once a person has changed it.
   */
  readonly imported: boolean | readonly string[];
  /** Absent: the field is not published. */
  readonly published?: PublishedFact<Stored>;
}

/** The fields of some kind of content item. */
export type AnyItemTable = RecordFields<'v1' | 'calx'> & Readonly<Record<string, ItemField>>;

/** Declares a field by the schema of its stored value. */
export const field = <Stored, const Options extends Omit<ItemField<Stored>, 'schema'>>(
  schema: z.ZodType<Stored>,
  options: Options,
): Options & { readonly schema: z.ZodType<Stored> } => ({ ...options, schema });

const shared = { imported: false, copied: false, translated: false } as const;

/** A member that has the same name in both interfaces. */
const same = <const Name extends string>(name: Name) => ({ v1: { name }, calx: { name } });

/** A featured image. */
export const imageArg = anything({
  description: 'The id of a stored image, or the URL of an image to fetch.',
  parse: imageReference,
  default: null,
  words: { type: 'string' },
});

const openOrClosed = z.enum(['open', 'closed']);

/** A member that clients of `calx/v1` know; nothing on this site depends on it. */
const kept = { ...shared, since: 2 } as const;

/**
 * Returns the fields that events, venues and organizers share. Their arguments and views are not in the table, since
 * other members come between them.
 * @param titleMember the name of the title in `cal/events/v1`
 */
export const itemFields = <const Title extends string>(titleMember: Title, cleanTitle: CleanText) => ({
  author: field(z.int(), { ...shared, default: 0, ...same('author'), published: { name: 'author' } }),
  title: field(z.string(), {
    ...shared,
    default: '',
    v1: { name: titleMember },
    calx: { name: 'title' },
    imported: true,
    maxLength: MAX_TITLE_LENGTH,
    clean: (text, author) => requireFilled(titleMember, cleanTitle(text, author)),
    published: { name: 'title', convert: displayTitle },
  }),
  content: field(z.string(), {
    ...shared,
    default: '',
    v1: { name: 'description' },
    calx: { name: 'content' },
    imported: true,
    maxLength: MAX_CONTENT_LENGTH,
    clean: storedContent,
  }),
  excerpt: field(z.string(), {
    ...shared,
    default: '',
    ...same('excerpt'),
    imported: true,
    maxLength: MAX_DESCRIPTION_LENGTH,
    clean: storedContent,
  }),
  password: field(z.string(), {
    ...shared,
    default: '',
    v1: { name: 'password' },
    calx: null,
    published: { name: 'protected', convert: (password) => password !== '' },
  }),
  /** Featured medium; null for none. */
  image: field(z.int().nullable(), {
    ...shared,
    default: null,
    v1: { name: 'image', specialArg: imageArg },
    calx: { name: 'featured_media' },
    imported: true,
    published: { name: 'image' },
  }),
  commentStatus: field(openOrClosed, { ...kept, default: 'open', ...same('comment_status') }),
  pingStatus: field(openOrClosed, { ...kept, default: 'open', ...same('ping_status') }),
  format: field(z.string(), { ...kept, default: 'standard', ...same('format') }),
  template: field(z.string(), { ...kept, default: '', ...same('template') }),
});

/** @throws DomainError 400 naming the argument, for a title or name that is empty after cleaning */
const requireFilled = (argument: string, stored: string): string => {
  if (stored === '') throw invalidParams({ [argument]: '{name} must not be empty.' });
  return stored;
};

/** Maximum characters of the address of a website. */
const MAX_ADDRESS_LENGTH = 2_000;

/** The address of a website of a venue or an organizer. */
export const websiteField = (description: string, translated: string) =>
  field(z.string(), {
    ...shared,
    default: '',
    v1: {
      name: 'website',
      arg: anything({ description, parse: webAddress, default: null, words: { type: 'string' } }),
      shown: z.string().optional(),
    },
    calx: { name: 'website', arg: calxWebsite(description), shown: z.string() },
    imported: true,
    translated,
    maxLength: MAX_ADDRESS_LENGTH,
    clean: storedAddress,
  });

const calxWebsite = (description: string) =>
  anything({
    description,
    parse: webAddress,
    refusedAs: refusals.uri,
    words: { type: 'string', format: 'uri' },
  });

/** The detail codes of refusals of `calx/v1` (docs/interface/calendar-second-generation.md §3). */
export const refusals = {
  positive: 'calx_rest_invalid_positive_integer_argument',
  integer: 'calx_rest_invalid_integer_argument',
  dateTime: 'calx_rest_invalid_date_time_argument',
  uri: 'calx_rest_invalid_uri_argument',
  email: 'calx_rest_invalid_email_argument',
} as const;
