import { randomBytes } from 'node:crypto';
import type { SiteClient } from '../import/siteClient.ts';

interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
}

export interface NewAccount {
  readonly login: string;
  readonly email: string;
  readonly role: string;
  /** The public name; default: the login. */
  readonly name: string | undefined;
}

/** No user has that login. */
class UnknownLoginError extends Error {
  constructor(login: string) {
    super(`There is no user ${login}.`);
    this.name = 'UnknownLoginError';
  }
}

const PAGE = 100;

/** Returns every user by id. */
export const listAccounts = async (site: SiteClient): Promise<UserRecord[]> => {
  const all: UserRecord[] = [];
  for (let page = 1; ; page++) {
    const path = `/core/v2/users?context=edit&orderby=id&per_page=${PAGE}&page=${page}`;
    const users = await site.request<UserRecord[]>('GET', path);
    all.push(...users);
    if (users.length < PAGE) return all;
  }
};

/**
 * Returns the user with a login.
 * @throws UnknownLoginError
 */
export const accountOf = async (site: SiteClient, login: string): Promise<UserRecord> => {
  const user = (await listAccounts(site)).find(({ username }) => username.toLowerCase() === login.toLowerCase());
  if (user === undefined) throw new UnknownLoginError(login);
  return user;
};

/**
 * Creates an application password for a user.
 * @returns the password, which is stored nowhere
 * @throws UnknownLoginError
 */
export const addPassword = async (site: SiteClient, login: string, name: string): Promise<string> => {
  const { id } = await accountOf(site, login);
  const path = `/core/v2/users/${id}/application-passwords`;
  return (await site.request<{ password: string }>('POST', path, { name })).password;
};

/** Creates a user with a random account password that nobody knows. Applications sign in with application passwords. */
export const addAccount = async (site: SiteClient, { login, email, role, name }: NewAccount): Promise<void> => {
  const password = randomBytes(24).toString('base64url');
  await site.request('POST', '/core/v2/users', {
    username: login,
    email,
    roles: [role],
    password,
    ...(name !== undefined && { name }),
  });
};

/**
 * Sets the password with which a user signs in.
 * @throws UnknownLoginError; RefusedError for a weak password
 */
export const setPassword = async (site: SiteClient, login: string, password: string): Promise<void> => {
  const { id } = await accountOf(site, login);
  await site.request('POST', `/core/v2/users/${id}`, { password });
};
