import type { Language } from '@almanac/i18n';
import { can, type Principal, userId } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { hasPair, type LanguagePairs } from './languagePairs.ts';
import { type Translator, translators } from './translator.ts';

/** The rights of a caller in the namespaces of translation (docs/interface/translation-jobs.md §2). */
export interface Rights {
  /** The id of the user; 0 for an anonymous caller and for the site itself. */
  readonly user: number;
  /** True for the role of an administrator, who may create managers and translate every pair. */
  readonly administers: boolean;
  /** True for administrators and managers, who may send, assign and cancel jobs. */
  readonly manages: boolean;
  /** True for administrators and for users with a translator record. */
  readonly translates: boolean;
  readonly pairs: LanguagePairs;
}

type Asking = Pick<RestRequest, 'principal' | 'remember'>;

/** Returns the rights of the caller, by role and by record; reads them once per request. */
export const rightsOf = (
  translation: Pick<Translation, 'documents'>,
  { principal, remember }: Asking,
): Promise<Rights> => remember('translation-rights', () => readRights(translation, principal));

const readRights = async ({ documents }: Pick<Translation, 'documents'>, principal: Principal): Promise<Rights> => {
  const user = userId(principal);
  const administers = can(principal, 'manage_translations');
  const record = user === 0 ? undefined : (await documents.get<Translator>(translators, user))?.body;
  return {
    user,
    administers,
    manages: administers || record?.manager === true,
    translates: administers || (record ?? undefined) !== undefined,
    pairs: record?.language_pairs ?? {},
  };
};

/** True if the caller may translate this pair of languages. */
export const translatesPair = ({ administers, pairs }: Rights, source: Language, target: Language): boolean =>
  administers || hasPair(pairs, source, target);
