import { anything, boolean, dateTime, integer, text } from '@almanac/rest';
import { rawText } from '../posts/postFields.ts';
import { excludeArg, ids, includeArg, offsetArg, orderArg, pagedArgs } from '../requestArgs.ts';

const ORDERS = ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'] as const;

export const idArg = integer({ description: 'The id of the comment.' });
export const passwordArg = text({ description: 'The password of a protected post.' });

export const importedArg = boolean({
  default: false,
  description:
    'Imports a comment of another site. Accepts visitors (`author` 0), repeated content, closed posts and drafts. Needs `manage_options`.',
});

/** Arguments of the list (docs/interface/core-comments.md §3). */
export const listArgs = {
  ...pagedArgs,
  after: dateTime({ description: 'Only comments written after this moment.' }),
  before: dateTime({ description: 'Only comments written before this moment.' }),
  author: ids('Only comments of these users.'),
  author_exclude: ids('No comments of these users.'),
  author_email: text({ description: 'Only comments of the writer with this e-mail address.' }),
  exclude: excludeArg,
  include: includeArg,
  offset: offsetArg,
  order: orderArg('desc'),
  orderby: text({ enum: ORDERS, default: 'date_gmt', description: 'The field by which the list is ordered.' }),
  parent: ids('Only answers to these comments; 0 for comments that answer none.'),
  parent_exclude: ids('No answers to these comments.'),
  post: ids('Only comments on these posts and pages.'),
  status: text({
    default: 'approve',
    description: 'Only comments with this status: approve, hold, spam, trash or all.',
  }),
  type: text({ default: 'comment', description: 'Only comments of this type.' }),
  password: passwordArg,
};

/** Writable members (docs/interface/core-comments.md §4). */
export const writeArgs = {
  author: integer({ description: 'The id of the user who wrote the comment.' }),
  author_email: text({ description: 'The e-mail address of the writer.' }),
  author_name: text({ description: 'The public name of the writer.' }),
  author_url: text({ description: 'The address of the writer’s website.' }),
  content: anything({
    parse: rawText,
    words: { type: 'object', properties: { raw: { type: 'string' }, rendered: { type: 'string' } } },
    description: 'The text of the comment.',
  }),
  date: dateTime({ description: 'The date of the comment, in local time of the site.' }),
  date_gmt: dateTime({ description: 'The date of the comment in UTC.' }),
  parent: integer({ description: 'The id of the comment that this one answers; 0 for none.' }),
  post: integer({ description: 'The id of the post or page.' }),
  status: text({ description: 'The status of the comment: approve, hold, spam, trash, or untrash.' }),
};
