import type { WrittenRecord } from '@almanac/service';
import type { TermState } from './term.ts';

/** A term as operators see it and bring it back, by the route that changes it. */
export const writtenTerm = (route: string, { hierarchical = true } = {}): WrittenRecord<TermState> => ({
  route,
  ...(hierarchical && { references: { parent: 'category' } }),
  members: ({ name, slug, description, parent }) => ({ name, slug, description, ...(hierarchical && { parent }) }),
  name: ({ name }) => name,
});
