export {
  ancestorsOf,
  type CategoryTree,
  type CategoryTreeCommand,
  type CategoryTreeEvent,
  categoryTree,
  categoryTreeRegistration,
  changeTree,
  childrenOf,
  loadTree,
  parentAfter,
  readTree,
  withDescendants,
} from './categoryTree.ts';
export {
  decideTerm,
  LONGEST_NAME,
  type TermCommand,
  type TermErrors,
  type TermEvent,
  type TermEventTypes,
  type TermFacts,
  type TermFields,
  type TermKind,
  type TermMembership,
  type TermState,
  termChange,
  termNames,
  termTexts,
  termUpcasters,
} from './term.ts';
export { freeTermSlug, type Named, slugsAbove, termWithSlug } from './termSlugs.ts';
export { type TermTranslation, translateTerm } from './termTranslation.ts';
export {
  changeTerm,
  createTerm,
  deleteTerm,
  type NewTerm,
  type TermPorts,
  translatableTerms,
} from './termWriting.ts';
export { writtenTerm } from './writtenTerm.ts';
