import type { Language } from '@almanac/i18n';
import { can, type Principal, userId } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { hasPair, type LanguagePairs } from './languagePairs.ts';
import { type Translator, translators } from './translator.ts';

/** What a caller may do in the namespaces of translation (docs/interface/translation-jobs.md §2). */
export interface Rights {
  /** The id of the user; 0 for nobody and for the site itself. */
  readonly user: number;
  /** By their role: they may make managers, and translate every pair. */
  readonly administers: boolean;
  /** `manage_translations`. */
  readonly manages: boolean;
  /** `translate`. */
  readonly translates: boolean;
  readonly pairs: LanguagePairs;
}

type Asking = Pick<RestRequest, 'principal' | 'remember'>;

/** The rights of who asks, by role and by record; read once a request. */
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

/** Whether they may translate from that language into the other. */
export const translatesPair = ({ administers, pairs }: Rights, source: Language, target: Language): boolean =>
  administers || hasPair(pairs, source, target);
