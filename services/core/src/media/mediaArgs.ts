import { argsOf } from '@almanac/content-model';
import { integer, text } from '@almanac/rest';
import { writeArgs as postArgs } from '../posts/postArgs.ts';
import { writableStatuses } from '../posts/statuses.ts';
import { mediumFields } from './mediumFields.ts';

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
  ...argsOf(mediumFields, 'v2'),
};
