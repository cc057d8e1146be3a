import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** Data stored for a limited time under an unguessable token: pages of a query, a sign-in to the console. */
export interface Tokens {
  keep(body: unknown, milliseconds: number): string;
  /** Returns the data; undefined once it has expired. @param once deletes the data after this read */
  read<Body>(token: string, once?: 'once'): Body | undefined;
}

export const createTokens = (database: Database, now: () => number): Tokens => ({
  keep: (body, milliseconds) => {
    const token = randomBytes(16).toString('base64url');
    database.run('DELETE FROM tokens WHERE until <= ?', now());
    database.run('INSERT INTO tokens VALUES (?, ?, ?)', token, JSON.stringify(body), now() + milliseconds);
    return token;
  },
  read: (token, once) => {
    const found = database.row('SELECT body FROM tokens WHERE token = ? AND until > ?', token, now());
    if (once !== undefined) database.run('DELETE FROM tokens WHERE token = ?', token);
    return found === undefined ? undefined : JSON.parse(String(found.body));
  },
});
