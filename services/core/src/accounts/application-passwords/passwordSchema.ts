import { type Answers, created, deleted, moment, readOnly, recordSchema, writableMember } from '@almanac/rest';
import { z } from 'zod';
import { writeArgs } from './passwordArgs.ts';

const text = z.string();

/** An application password; only its creation returns the secret (docs/interface/core-application-passwords.md §3). */
export const passwordSchema = recordSchema(
  'application-password',
  {
    uuid: readOnly(text, 'vem'),
    app_id: writableMember(writeArgs.app_id, 'vem', text),
    name: writableMember(writeArgs.name, 'vem', text),
    password: readOnly(text, 'e'),
    created: readOnly(moment, 've'),
    last_used: readOnly(moment.nullable(), 've'),
    last_ip: readOnly(text.nullable(), 've'),
  },
  { id: 'ApplicationPassword' },
);

const password = passwordSchema.answered;

const refusing = (code: string, done: Answers, more: readonly string[] = []): Answers => ({
  ...done,
  401: [code],
  403: [code],
  404: ['rest_user_invalid_id', ...more],
});

const missing = ['rest_application_password_not_found'];
const unnamed = { 400: ['application_password_empty_name'] };
const uncreated = { 400: [...unnamed[400], 'application_password_limit_reached'] };

/** Answers of the application-password routes, in addition to the errors common to every route. */
export const passwordAnswers = {
  list: refusing('rest_cannot_list_application_passwords', { 200: z.array(password) }),
  create: {
    ...refusing('rest_cannot_create_application_passwords', { 201: created(password), ...uncreated }),
    403: ['rest_cannot_create_application_passwords', 'rest_reauthentication_required'],
  },
  clear: refusing('rest_cannot_delete_application_passwords', {
    200: z.strictObject({ deleted: z.literal(true), count: z.int().min(0) }),
  }),
  introspect: refusing('rest_cannot_introspect_app_password_for_non_authenticated_user', { 200: password }, [
    ...missing,
    'rest_no_authenticated_app_password',
  ]),
  read: refusing('rest_cannot_read_application_password', { 200: password }, missing),
  change: refusing('rest_cannot_edit_application_password', { 200: password, ...unnamed }, missing),
  remove: refusing('rest_cannot_delete_application_password', { 200: deleted(password) }, missing),
};
