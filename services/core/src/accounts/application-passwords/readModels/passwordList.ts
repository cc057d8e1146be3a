import type { Documents } from '@almanac/documents';
import { type ApplicationPassword, applicationPasswords } from '../applicationPassword.ts';

/** All that one user can have in force. */
const MOST = 1_000;

/** A user's passwords in the order of their creation. */
export const passwordsOf = (documents: Documents, user: number): Promise<ApplicationPassword[]> =>
  documents.find<ApplicationPassword>(applicationPasswords, {
    filter: { field: 'user', equals: user },
    order: [{ field: 'position', direction: 'asc' }],
    limit: MOST,
  });
