import type { UnitOfWork } from '@almanac/event-sourcing';
import { SourceGoneError } from '../errors.ts';
import { exists } from '../publication/contentItem.ts';
import { versionsInLanguage, versionsOf } from '../translations/grouping.ts';
import { type TranslatedTexts, translatedFields } from '../translations/units.ts';
import { type TermKind, type TermState, termTexts } from './term.ts';
import { changeTerm, createTerm, type TermPorts, translatableTerms } from './termWriting.ts';

export interface TermTranslation extends TranslatedTexts {
  /** The id of the translated term. */
  readonly source: number;
  readonly language: string;
  /** Returns an unused term id. */
  newId(): Promise<number>;
}

/**
 * Creates the version of a term in a language, below its parent's version in that language, or changes the existing
 * version.
 * @throws SourceGoneError; DomainError of the taxonomy
 */
export const translateTerm = async <State extends TermState>(
  unit: UnitOfWork,
  kind: TermKind<State>,
  ports: TermPorts,
  { source: id, language, newId, ...translated }: TermTranslation,
): Promise<State> => {
  const source = await unit.load(kind.aggregate, id);
  if (!exists(source)) throw new SourceGoneError({ forGood: true });
  const terms = translatableTerms(kind);
  const version = (await versionsOf(unit, terms, source))[language];
  if (version !== undefined) {
    const fields = translatedFields(termTexts, await unit.load(kind.aggregate, version), translated);
    return changeTerm(unit, kind, ports, { id: version, fields });
  }
  const { name, description } = { ...source, ...translatedFields(termTexts, source, translated) };
  const above = source.parent === 0 ? [] : [source.parent];
  const [parent = 0] = await versionsInLanguage(unit, terms, above, language);
  const made = { id: await newId(), name, slug: '', description, parent, language, translationOf: id };
  return createTerm(unit, kind, ports, made);
};
