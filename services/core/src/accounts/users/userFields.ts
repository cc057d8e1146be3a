import type { StoredFields } from '@almanac/content-model';
import { languageCodes, languageRecord, UNTRANSLATED } from '@almanac/i18n';
import { type Arg, email, text } from '@almanac/rest';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  plainName,
  plainText,
  safeAddress,
  slugOf,
  storedDescription,
} from '@almanac/text';
import { z } from 'zod';
import { type CoreTable, field } from '../../fields.ts';

const textField = <const Name extends string, A extends Arg<string>>(name: Name, contexts: string, arg: A) =>
  field(z.string(), { default: '', v2: { name, arg, contexts } });

/** Returns the locales that a user may choose: those of the site's languages and of the untranslated interface. */
const userLocales = (): string[] => [
  ...new Set(['', languageRecord(UNTRANSLATED).locale, ...languageCodes().map((code) => languageRecord(code).locale)]),
];

/** Returns an address in its stored form: with a scheme; empty for schemes that browsers execute. */
const webAddress = (value: string): string => {
  const address = plainText(value);
  if (address === '') return '';
  if (!/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address)) return `http://${address}`;
  return safeAddress(address) === address ? address : '';
};

/** The profile of a user, in the order of its arguments (docs/interface/core-users.md §5). */
export const userFields = {
  /** The public display name, escaped like a term's. */
  name: textField(
    'name',
    'vem',
    text({ clean: plainName, maxLength: MAX_TITLE_LENGTH, description: 'The public name.' }),
  ),
  firstName: textField(
    'first_name',
    'e',
    text({ clean: plainText, maxLength: MAX_TITLE_LENGTH, description: 'The first name.' }),
  ),
  lastName: textField(
    'last_name',
    'e',
    text({ clean: plainText, maxLength: MAX_TITLE_LENGTH, description: 'The last name.' }),
  ),
  email: textField('email', 'e', email({ required: true, description: 'The e-mail address.' })),
  /** An address; `/` means the site's own address at the time of the request. */
  url: textField('url', 'vem', text({ format: 'uri', clean: webAddress, description: 'The address of a web page.' })),
  description: textField(
    'description',
    'vem',
    text({
      clean: storedDescription,
      maxLength: MAX_DESCRIPTION_LENGTH,
      description: 'The biography of the user, as HTML.',
    }),
  ),
  /** Locale in the form `fr_CA`; empty for the site's. */
  locale: textField(
    'locale',
    'e',
    text({
      enum: userLocales,
      description: 'The language of the user’s pages; empty for the language of the site.',
    }),
  ),
  nickname: textField(
    'nickname',
    'e',
    text({ clean: plainText, maxLength: MAX_TITLE_LENGTH, description: 'The nickname.' }),
  ),
  slug: textField('slug', 'vem', text({ clean: slugOf, description: 'The name in addresses.' })),
} as const satisfies CoreTable;

/** Profile of a user; the user writes it and others see a part of it. */
export type Profile = StoredFields<typeof userFields>;

const { locale, nickname, slug, ...others } = userFields;

/** The fields that answers show before the link to the user's page. */
export const firstFields = others;

/** The fields that answers show after the link to the user's page. */
export const lastFields = { locale, nickname, slug };
