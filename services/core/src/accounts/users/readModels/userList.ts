import type { Documents } from '@almanac/documents';
import { type User, users } from '../user.ts';

/** Returns the user with this sign-in name: a login, otherwise an e-mail address (docs/interface/server.md §15.3). */
export const userOfSignIn = async (documents: Documents, name: string): Promise<User | undefined> => {
  const key = name.toLowerCase();
  return (await userWith(documents, 'keys.login', key)) ?? (await userWith(documents, 'keys.email', key));
};

const userWith = async (documents: Documents, field: string, key: string): Promise<User | undefined> => {
  const [found] = await documents.find<User>(users, { filter: { field, equals: key }, limit: 1 });
  return found;
};

/** Undefined for a missing or deleted user. */
export const userById = async (documents: Documents, id: number): Promise<User | undefined> =>
  (await documents.getMany<User>(users, [id]))[0];
