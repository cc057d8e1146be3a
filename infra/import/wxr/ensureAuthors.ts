import { randomBytes } from 'node:crypto';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import type { ExportedAuthor } from './readExport.ts';

interface User {
  readonly id: number;
  readonly username: string;
}

const PAGE = 100;

/**
 * Returns the ids of the site's users by login. First creates missing users of the file as authors with a random
 * password. An author that the site refuses is left out and reported.
 */
export const ensureAuthors = async (
  site: SiteClient,
  authors: readonly ExportedAuthor[],
  onRefused: (login: string, reason: string) => void,
): Promise<Map<string, number>> => {
  const ids = await existing(site);
  for (const author of authors.filter(({ login }) => !ids.has(login))) {
    try {
      ids.set(author.login, (await site.request<User>('POST', '/core/v2/users', accountOf(author))).id);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      onRefused(author.login, error.message);
    }
  }
  return ids;
};

const accountOf = ({ login, email, name, firstName, lastName }: ExportedAuthor) => ({
  username: login,
  email,
  name,
  first_name: firstName,
  last_name: lastName,
  roles: ['author'],
  password: randomBytes(24).toString('base64url'),
});

const existing = async (site: SiteClient): Promise<Map<string, number>> => {
  const ids = new Map<string, number>();
  for (let page = 1; ; page++) {
    const users = await site.request<User[]>('GET', `/core/v2/users?context=edit&per_page=${PAGE}&page=${page}`);
    for (const { username, id } of users) ids.set(username, id);
    if (users.length < PAGE) return ids;
  }
};
