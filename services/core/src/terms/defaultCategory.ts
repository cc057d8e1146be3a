import { createTerm, type TermPorts } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { categories } from './term.ts';

/** Id of the category of posts without another one; it cannot be deleted. */
export const DEFAULT_CATEGORY = 1;

/** Creates category 1, `Uncategorized` (docs/interface/core-terms.md §6). */
export const createDefaultCategory = async (unit: UnitOfWork, ports: TermPorts): Promise<void> => {
  const language = ports.languages.defaultLanguage;
  const asked = { name: 'Uncategorized', slug: 'uncategorized', description: '', parent: 0, translationOf: undefined };
  await createTerm(unit, categories, ports, { ...asked, id: DEFAULT_CATEGORY, language });
};
