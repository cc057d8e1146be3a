import type { Documents } from '@almanac/documents';
import { type ApplicationPassword, applicationPasswords } from '../applicationPassword.ts';

/** Maximum number of passwords listed for a user. */
const MAX_LISTED_PASSWORDS = 1_000;

/** Returns a user's valid passwords in the order of their creation. */
export const passwordsOf = (documents: Documents, user: number): Promise<ApplicationPassword[]> =>
  documents.find<ApplicationPassword>(applicationPasswords, {
    filter: { field: 'user', equals: user },
    order: [{ field: 'position', direction: 'asc' }],
    limit: MAX_LISTED_PASSWORDS,
  });
