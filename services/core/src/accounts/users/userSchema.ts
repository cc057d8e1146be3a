import {
  address,
  created,
  deleted,
  emptyList,
  pagesOfRecords,
  readOnly,
  recordSchema,
  requiredMember,
  writableMember,
} from '@almanac/rest';
import { z } from 'zod';
import { schemaMembers } from '../../fields.ts';
import { writeArgs } from './userArgs.ts';
import { firstFields, lastFields } from './userFields.ts';

const text = z.string();
const truths = z.record(text, z.literal(true));

/** Users (docs/interface/core-users.md §4); the password is write-only. */
export const userSchema = recordSchema(
  'user',
  {
    id: readOnly(z.int(), 'vem'),
    username: requiredMember(writableMember(writeArgs.username, 'e', text)),
    ...schemaMembers(firstFields),
    link: readOnly(address, 'vem'),
    ...schemaMembers(lastFields),
    registered_date: readOnly(text.meta({ format: 'date-time' }), 'e'),
    roles: writableMember(writeArgs.roles, 'e', z.array(text)),
    password: requiredMember(writableMember(writeArgs.password, '', text)),
    capabilities: readOnly(truths, 'e'),
    extra_capabilities: readOnly(truths, 'e'),
    avatar_urls: readOnly(z.record(text, address), 'vem'),
    meta: { ...readOnly(z.looseObject({}), 've'), schema: emptyList },
  },
  { id: 'User' },
);

const user = userSchema.answered;
const missing = ['rest_user_invalid_id'];

const notSaved = [
  'existing_user_login',
  'existing_user_email',
  'rest_user_invalid_argument',
  'rest_user_invalid_email',
  'rest_user_invalid_role',
  'rest_user_invalid_slug',
  'user_login_too_long',
  'user_nicename_too_long',
  'user_url_too_long',
];

const notWritten = ['rest_cannot_edit', 'rest_cannot_edit_roles'];
const notListed = ['rest_user_cannot_view', 'rest_forbidden_who', 'rest_forbidden_orderby'];

/** Answers of the user routes, in addition to the errors common to every route. */
export const userAnswers = {
  list: { 200: pagesOfRecords(user), 401: notListed, 403: notListed },
  read: { 200: user, 401: ['rest_user_cannot_view'], 403: ['rest_user_cannot_view'], 404: missing },
  create: {
    201: created(user),
    400: [...notSaved, 'rest_user_exists'],
    401: [...notWritten, 'rest_cannot_create_user'],
    403: [...notWritten, 'rest_cannot_create_user'],
  },
  change: {
    200: user,
    400: notSaved,
    401: notWritten,
    403: [...notWritten, 'rest_user_invalid_role', 'rest_reauthentication_required'],
    404: missing,
  },
  remove: {
    200: deleted(user),
    400: ['rest_user_invalid_reassign'],
    401: ['rest_user_cannot_delete'],
    403: ['rest_user_cannot_delete'],
    404: missing,
    501: ['rest_trash_not_supported'],
  },
};
