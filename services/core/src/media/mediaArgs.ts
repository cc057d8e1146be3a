import { anything, integer, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { openOrClosed, writeArgs as postArgs, rawText, rawTitle, renderedWords } from '../posts/postArgs.ts';
import { writableStatuses } from '../posts/statuses.ts';

export const idArg = integer({ description: 'The id of the medium.' });

/** Media have `inherit`; of the others only `private` is stored (docs/interface/core-media.md §3). */
const STATUSES = [...writableStatuses, 'inherit'] as const;

/** Writable members (docs/interface/core-media.md §3). */
export const writeArgs = {
  date: postArgs.date,
  date_gmt: postArgs.date_gmt,
  slug: text({ onNull: 'accept', description: 'The name in the address, unique among all records.' }),
  status: text({
    enum: STATUSES,
    onNull: 'refuse',
    words: { enum: writableStatuses },
    description: 'private hides the medium from others; otherwise the post it is attached to decides.',
  }),
  title: anything({ parse: rawTitle, words: renderedWords, description: 'The title.' }),
  author: integer({ onNull: 'refuse', description: 'The id of the user who owns the medium.' }),
  featured_media: postArgs.featured_media,
  comment_status: text({ enum: openOrClosed, description: 'True if comments are open.' }),
  ping_status: text({ enum: openOrClosed, description: 'True if the medium accepts pings.' }),
  meta: postArgs.meta,
  template: postArgs.template,
  alt_text: text({ clean: plainText, description: 'The alternative text of the picture.' }),
  caption: anything({ parse: rawText, words: renderedWords, description: 'The caption.' }),
  description: anything({ parse: rawText, words: renderedWords, description: 'The description.' }),
  post: integer({ onNull: 'accept', description: 'The id of the post that the medium is attached to.' }),
};
