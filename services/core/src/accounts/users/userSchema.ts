import type { ResourceSchema } from '@almanac/rest';
import { readOnly, resourceSchema, written } from '../../schemas.ts';
import { writeArgs } from './userArgs.ts';

/** The published schema of users (docs/interface/core-users.md §4); the password is only ever written. */
export const userSchema: ResourceSchema = resourceSchema('user', {
  id: readOnly('integer', 'vem'),
  username: { ...written(writeArgs.username, 'e'), required: true },
  name: written(writeArgs.name, 'vem'),
  first_name: written(writeArgs.first_name, 'e'),
  last_name: written(writeArgs.last_name, 'e'),
  email: { ...written(writeArgs.email, 'e'), required: true },
  url: written(writeArgs.url, 'vem'),
  description: written(writeArgs.description, 'vem'),
  link: readOnly('string', 'vem', { format: 'uri' }),
  locale: written(writeArgs.locale, 'e'),
  nickname: written(writeArgs.nickname, 'e'),
  slug: written(writeArgs.slug, 'vem'),
  registered_date: readOnly('string', 'e', { format: 'date-time' }),
  roles: written(writeArgs.roles, 'e'),
  password: { ...written(writeArgs.password, ''), required: true },
  capabilities: readOnly('object', 'e'),
  extra_capabilities: readOnly('object', 'e'),
  meta: readOnly('object', 've'),
});
