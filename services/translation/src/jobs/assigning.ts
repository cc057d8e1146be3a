import type { Language } from '@almanac/i18n';
import { translationErrors } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { hasPair } from '../translators/languagePairs.ts';
import type { Rights } from '../translators/rights.ts';
import { type Translator, translators } from '../translators/translator.ts';

type Pair = readonly [source: Language, target: Language];

/**
 * Checks that the translator may have jobs of these pairs. 0, for no translator, is always allowed. Administrators need
 * no record, but only for assigning to themselves.
 * @throws DomainError 404, 422
 */
export const requireTranslator = async (
  { documents }: Pick<Translation, 'documents'>,
  translator: number,
  { rights, pairs }: { readonly rights: Rights; readonly pairs: readonly Pair[] },
): Promise<void> => {
  if (translator === 0 || (rights.administers && translator === rights.user)) return;
  const record = (await documents.get<Translator>(translators, translator))?.body;
  if (!record) throw translationErrors.unknownTranslator();
  if (!pairs.every(([source, target]) => hasPair(record.language_pairs, source, target)))
    throw translationErrors.pairNotHeld();
};
