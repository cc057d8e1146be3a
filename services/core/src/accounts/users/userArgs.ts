import { languages } from '@almanac/i18n';
import { anyOf, boolean, email, integer, invalid, list, text } from '@almanac/rest';
import { plainName, plainText, safeAddress, slugOf, storedDescription } from '@almanac/text';
import { excludeArg, includeArg, offsetArg, orderArg, pagedArgs } from '../../requestArgs.ts';
import { impossiblePassword } from './accountPassword.ts';

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
const locales = ['', 'en_US', ...Object.values(languages).map(({ locale }) => locale)];

/** Writable members (docs/interface/core-users.md §5). */
export const writeArgs = {
  username: text({
    required: true,
    description: 'The name to sign in with; it cannot be changed.',
    check: (value) =>
      LOGIN.test(value)
        ? undefined
        : invalid('{name} may have letters, digits, blanks and _ . - @ only.', 'rest_user_invalid_username'),
  }),
  name: text({ clean: plainName, description: 'The public name.' }),
  first_name: text({ clean: plainText, description: 'The first name.' }),
  last_name: text({ clean: plainText, description: 'The last name.' }),
  email: email({ required: true, description: 'The e-mail address.' }),
  url: text({ format: 'uri', clean: webAddress, description: 'The address of a web page.' }),
  description: text({
    clean: storedDescription,
    description: 'The biography of the user, as HTML.',
  }),
  locale: text({
    enum: [...new Set(locales)],
    description: 'The language of the user’s pages; empty for the language of the site.',
  }),
  nickname: text({ clean: plainText, description: 'The nickname.' }),
  slug: text({ clean: slugOf, description: 'The name in addresses.' }),
  roles: list(text(), { description: 'The roles of the user.' }),
  password: text({
    required: true,
    description: 'The password to sign in with; never shown.',
    check: impossiblePassword,
  }),
};

/** Returns an address in its stored form: with a scheme; empty for schemes that browsers execute. */
function webAddress(value: string): string {
  const address = plainText(value);
  if (address === '') return '';
  if (!/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address)) return `http://${address}`;
  return safeAddress(address) === address ? address : '';
}
