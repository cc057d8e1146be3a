import type { StoredFields } from '@almanac/content-model';
import { metaSchema } from '@almanac/content-model';
import { integer, text } from '@almanac/rest';
import { MAX_DESCRIPTION_LENGTH, plainText } from '@almanac/text';
import { z } from 'zod';
import { type CoreTable, field } from '../fields.ts';
import { contentField, openOrClosed, postFields } from '../posts/postFields.ts';

const { title, author, image, commentStatus, meta, template } = postFields;

/** The fields of media, in the order of their arguments (docs/interface/core-media.md §3). */
export const mediumFields = {
  title,
  author: {
    ...author,
    v2: { ...author.v2, arg: integer({ onNull: 'refuse', description: 'The id of the user who owns the medium.' }) },
  },
  image,
  commentStatus,
  pingStatus: openOrClosed('ping_status', 'Pings of the medium are open or closed.', 'closed'),
  meta: { ...meta, v2: { ...meta.v2, shown: metaSchema.omit({ footnotes: true }) } },
  template,
  /** Text that replaces the picture for people who cannot see it. */
  alt: field(z.string(), {
    default: '',
    v2: {
      name: 'alt_text',
      arg: text({
        clean: plainText,
        maxLength: MAX_DESCRIPTION_LENGTH,
        description: 'The alternative text of the picture.',
      }),
      contexts: 'vem',
      specialView: true,
    },
  }),
  caption: contentField('caption', { description: 'The caption.', contexts: 'vem' }),
  description: contentField('description', { description: 'The description.', contexts: 've' }),
  /** Id of the parent post; 0 for none. */
  parent: field(z.int(), {
    default: 0,
    v2: {
      name: 'post',
      arg: integer({ onNull: 'accept', description: 'The id of the post that the medium is attached to.' }),
      contexts: 've',
      shown: z.int().nullable(),
      specialView: true,
    },
  }),
} as const satisfies CoreTable;

/** The stored values of a medium's fields. */
export type MediumValues = StoredFields<typeof mediumFields>;
