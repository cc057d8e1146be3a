import {
  address,
  created,
  deleted,
  emptyList,
  moment,
  pagesOfRecords,
  readOnly,
  recordSchema,
  renderedText,
  writableMember,
} from '@almanac/rest';
import { z } from 'zod';
import { writeArgs } from './commentArgs.ts';

const text = z.string();

/** A comment, in the order of its members (docs/interface/core-comments.md §2). */
export const commentSchema = recordSchema(
  'comment',
  {
    id: readOnly(z.int(), 'vem'),
    author: writableMember(writeArgs.author, 'vem', z.int()),
    author_email: writableMember(writeArgs.author_email, 'e', text),
    author_ip: readOnly(text, 'e'),
    author_name: writableMember(writeArgs.author_name, 'vem', text),
    author_url: writableMember(writeArgs.author_url, 'vem', text),
    author_user_agent: readOnly(text, 'e'),
    content: writableMember(writeArgs.content, 'vem', renderedText),
    date: writableMember(writeArgs.date, 'vem', moment),
    date_gmt: writableMember(writeArgs.date_gmt, 've', moment),
    link: readOnly(address, 'vem'),
    parent: writableMember(writeArgs.parent, 'vem', z.int()),
    post: writableMember(writeArgs.post, 've', z.int()),
    status: writableMember(writeArgs.status, 've', text),
    type: readOnly(text, 'vem'),
    author_avatar_urls: readOnly(z.record(text, address), 'vem'),
    meta: { ...readOnly(z.looseObject({}), 've'), schema: emptyList },
  },
  { id: 'Comment' },
);

const comment = commentSchema.answered;
const missing = ['rest_comment_invalid_id'];
const notSaved = ['rest_comment_content_invalid', 'comment_content_column_length', 'rest_comment_author_invalid'];
const notWritten = [
  'rest_comment_closed',
  'rest_comment_draft_post',
  'rest_comment_invalid_author',
  'rest_comment_invalid_post_id',
  'rest_comment_invalid_status',
  'rest_cannot_read_post',
];
const notRead = ['rest_cannot_read', 'rest_cannot_read_post', 'rest_forbidden_param'];

/** Answers of the routes of comments, in addition to the errors common to every route. */
export const commentAnswers = {
  list: { 200: pagesOfRecords(comment), 401: notRead, 403: notRead },
  read: { 200: comment, 401: ['rest_cannot_read'], 403: ['rest_cannot_read'], 404: missing },
  create: {
    201: created(comment),
    400: [...notSaved, 'comment_flood', 'rest_comment_exists', 'rest_comment_author_data_required'],
    401: [...notWritten, 'rest_comment_login_required', 'rest_cannot_import_comments'],
    403: [...notWritten, 'rest_cannot_import_comments'],
    409: ['comment_duplicate'],
    429: ['rest_too_many_attempts'],
  },
  change: {
    200: comment,
    400: notSaved,
    401: ['rest_cannot_edit'],
    403: ['rest_cannot_edit', 'rest_comment_invalid_post_id'],
    404: missing,
  },
  remove: {
    200: { body: z.union([comment, deleted(comment).body]) },
    401: ['rest_cannot_delete'],
    403: ['rest_cannot_delete'],
    404: missing,
    410: ['rest_already_trashed'],
  },
};
