import { argsOf } from '@almanac/content-model';
import { anyOf, boolean, integer, invalid, list, text } from '@almanac/rest';
import { excludeArg, includeArg, offsetArg, orderArg, pagedArgs } from '../../requestArgs.ts';
import { impossiblePassword } from './accountPassword.ts';
import { userFields } from './userFields.ts';

const ORDERS = ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'] as const;
const COLUMNS = ['email', 'name', 'id', 'username', 'slug'] as const;

export const idArg = integer({ description: 'The id of the user.' });

/** Arguments of the list of users (docs/interface/core-users.md §2). */
export const listArgs = {
  ...pagedArgs,
  exclude: excludeArg,
  include: includeArg,
  offset: offsetArg,
  order: orderArg('asc'),
  orderby: text({ enum: ORDERS, default: 'name', description: 'The field by which the list is ordered.' }),
  slug: list(text(), { description: 'Only users with one of these slugs.' }),
  roles: list(text(), { description: 'Only users with one of these roles.' }),
  capabilities: list(text(), { description: 'Only users with one of these capabilities.' }),
  who: text({ enum: ['authors'], description: 'Only users who may write.' }),
  has_published_posts: anyOf([boolean(), list(text({ enum: ['post', 'attachment'] }))], {
    description: 'Only users with published records, of any type or of these.',
  }),
  search_columns: list(text({ enum: COLUMNS }), { default: [], description: 'The columns to search.' }),
};

const LOGIN = /^[A-Za-z0-9_.\-@]+(?: [A-Za-z0-9_.\-@]+)*$/;

const impossibleLogin = (value: string) =>
  LOGIN.test(value)
    ? undefined
    : invalid('{name} may have letters, digits, blanks and _ . - @ only.', 'rest_user_invalid_username');

const membersOfProfile = {
  ...argsOf(userFields, 'v2'),
  roles: list(text(), { description: 'The roles of the user.' }),
};

/** Writable members (docs/interface/core-users.md §5). */
export const writeArgs = {
  username: text({
    required: true,
    description: 'The name to sign in with; it cannot be changed.',
    check: impossibleLogin,
  }),
  ...membersOfProfile,
  password: text({
    required: true,
    description: 'The password to sign in with; never shown.',
    check: impossiblePassword,
  }),
};

/** Arguments of an invitation (docs/interface/core-users.md §6). */
export const invitationArgs = {
  username: text({
    description: 'The name to sign in with; by default made from the e-mail address.',
    check: impossibleLogin,
  }),
  ...membersOfProfile,
};
