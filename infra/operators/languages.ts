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

/** Returns the code of a language tag. @throws ConfigurationError for another text */
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
    throw new ConfigurationError(`There is no action ${action}; there are list, add, remove and default.`);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) throw new ConfigurationError(`The site does not have the language ${unknown}.`);
  return languages.filter((tag) => !codes.includes(codeOf(tag)));
};

interface ListedLanguage {
  readonly code: string;
  readonly native_name: string;
  readonly is_default: boolean;
}

/** Returns the locale of a language, as the settings name it. */
const localeIn = ({ language_overrides: overrides }: LanguageSettings, code: string): string =>
  overrides[code]?.locale ?? languageRecord(code).locale;

/** Returns the changes of the settings that an action makes. @throws ConfigurationError */
const changesOf = (action: string, settings: LanguageSettings, tags: readonly string[]): Partial<LanguageSettings> => {
  if (action !== 'default') return { languages: changed(action, settings, tags) };
  const code = codeOf(required(tags[0], 'The language'));
  if (!settings.languages.map(codeOf).includes(code))
    throw new ConfigurationError(`The site does not have the language ${code}.`);
  return { language: localeIn(settings, code) };
};

const listed = ({ languages, language: locale, language_overrides: overrides }: LanguageSettings): ListedLanguage[] =>
  languages.map(codeOf).map((code) => {
    const record = languageRecord(code);
    const { native_name = record.nativeName, locale: own = record.locale } = overrides[code] ?? {};
    return { code, native_name, is_default: [own, record.locale].includes(locale) };
  });

const run = async (client: SiteClient, action: string, tags: readonly string[]): Promise<ListedLanguage[]> => {
  const current = await client.request<LanguageSettings>('GET', ROUTE);
  if (action === 'list') return listed(current);
  return listed(await client.request<LanguageSettings>('PATCH', ROUTE, changesOf(action, current, tags)));
};

/** `languages`: lists the languages of the site, adds some, switches some off, or chooses the default one. */
export const languagesCommand: OperatorCommand = {
  run: ([action = 'list', ...tags], around) =>
    withServices(around, ['core', 'calendar'], async ([data, calendar]) => {
      if (data === undefined || calendar === undefined) return false;
      const { REST_PREFIX: restPrefix } = around.environment;
      const { client, stop } = await openCoreBeside(data, { calendar, restPrefix });
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
