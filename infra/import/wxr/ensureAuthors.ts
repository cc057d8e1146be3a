import { randomBytes } from 'node:crypto';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import type { ExportedAuthor } from './readExport.ts';

interface User {
  readonly id: number;
  readonly username: string;
  readonly email?: string;
}

/** The users of the site for the authors of a file. */
export interface Authors {
  /** The ids of users by the login of the author in the file, in lower case. */
  readonly ids: ReadonlyMap<string, number>;
  readonly created: number;
}

const PAGE_SIZE = 100;

/**
 * Finds the users of a file's authors by their e-mail address, else by their login. First creates missing users as
 * authors with a random password. An author that the site refuses is left out and reported.
 */
export const ensureAuthors = async (
  site: SiteClient,
  authors: readonly ExportedAuthor[],
  onRefused: (login: string, reason: string) => void,
): Promise<Authors> => {
  const users = await existing(site);
  const ids = new Map(users.map(({ username, id }) => [folded(username), id]));
  const byEmail = new Map(users.map(({ email = '', id }) => [folded(email), id]));
  byEmail.delete('');
  let created = 0;
  for (const author of authors) {
    const login = folded(author.login);
    const known = byEmail.get(folded(author.email)) ?? ids.get(login);
    if (known !== undefined) {
      ids.set(login, known);
      continue;
    }
    try {
      const { id } = await site.request<User>('POST', '/core/v2/users', accountOf(author));
      ids.set(login, id);
      byEmail.set(folded(author.email), id);
      created += 1;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      onRefused(author.login, error.message);
    }
  }
  return { ids, created };
};

const folded = (text: string): string => text.trim().toLowerCase();

const accountOf = ({ login, email, name, firstName, lastName }: ExportedAuthor) => ({
  username: login,
  email,
  name,
  first_name: firstName,
  last_name: lastName,
  roles: ['author'],
  password: randomBytes(24).toString('base64url'),
});

const existing = async (site: SiteClient): Promise<User[]> => {
  const all: User[] = [];
  for (let page = 1; ; page++) {
    const users = await site.request<User[]>('GET', `/core/v2/users?context=edit&per_page=${PAGE_SIZE}&page=${page}`);
    all.push(...users);
    if (users.length < PAGE_SIZE) return all;
  }
};
