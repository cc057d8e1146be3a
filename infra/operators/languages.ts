import { languageCode, languageRecord } from '@almanac/i18n';
import { ConfigurationError } from '@almanac/service';
import { openCoreBeside } from '../all-in-one/coreBeside.ts';
import type { SiteClient } from '../import/siteClient.ts';
import { type OperatorCommand, required } from './operatorCommand.ts';
import { withServices } from './serviceData.ts';

interface LanguageSettings {
  /** BCP 47 tags. */
  readonly languages: readonly string[];
  /** The locale of the default language. */
  readonly language: string;
  readonly language_overrides: Readonly<Record<string, { readonly native_name?: string; readonly locale?: string }>>;
}

const ROUTE = '/core/v2/settings';

/** Returns the code of a tag. @throws ConfigurationError */
const codeOf = (tag: string): string => {
  const code = languageCode(tag);
  if (code === undefined) throw new ConfigurationError(`${tag} is not a language tag such as pt-BR.`);
  return code;
};

/** Returns the languages after an action. @throws ConfigurationError */
const changed = (action: string, { languages }: LanguageSettings, tags: readonly string[]): readonly string[] => {
  const codes = [required(tags[0], 'The language'), ...tags.slice(1)].map(codeOf);
  const known = languages.map(codeOf);
  if (action === 'add') return [...languages, ...tags.filter((tag) => !known.includes(codeOf(tag)))];
  if (action !== 'remove')
    throw new ConfigurationError(`There is no action ${action}; there are list, add and remove.`);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw new ConfigurationError(`The site does not have the language ${unknown}.`);
  return languages.filter((tag) => !codes.includes(codeOf(tag)));
};

interface ListedLanguage {
  readonly code: string;
  readonly native_name: string;
  readonly is_default: boolean;
}

const listed = ({ languages, language: locale, language_overrides: overrides }: LanguageSettings): ListedLanguage[] =>
  languages.map(codeOf).map((code) => {
    const record = languageRecord(code);
    const { native_name = record.nativeName, locale: own = record.locale } = overrides[code] ?? {};
    return { code, native_name, is_default: [own, record.locale].includes(locale) };
  });

const run = async (client: SiteClient, action: string, tags: readonly string[]): Promise<ListedLanguage[]> => {
  const current = await client.request<LanguageSettings>('GET', ROUTE);
  if (action === 'list') return listed(current);
  const languages = changed(action, current, tags);
  return listed(await client.request<LanguageSettings>('PATCH', ROUTE, { languages }));
};

/** `languages`: lists the languages of the site, adds some or switches some off. */
export const languagesCommand: OperatorCommand = {
  run: ([action = 'list', ...tags], around) =>
    withServices(around, ['core'], async ([data]) => {
      if (data === undefined) return false;
      const { client, stop } = await openCoreBeside(data);
      try {
        for (const language of await run(client, action, tags)) {
          const { code, native_name, is_default } = language;
          around.say([code, native_name, ...(is_default ? ['default'] : [])].join('\t'), language);
        }
        return true;
      } finally {
        await stop();
      }
    }),
};
