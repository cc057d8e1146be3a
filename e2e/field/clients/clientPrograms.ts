import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SiteProcess } from '../../site.ts';

const run = promisify(execFile);
/** The folder of the clients' programs. */
export const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Runs a program of a client in its folder, and returns what it printed.
 * @param file its path below this folder
 * @param env variables beside those of this process
 */
export const printed = async (
  command: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const options = { cwd: folder, timeout: 120_000, env: { ...process.env, ...env } };
  const { stdout } = await run(command, [join(folder, file), ...args], options);
  return JSON.parse(stdout);
};

/** Returns the cookie that an answer sets, as a client sends it back; empty for none. */
export const cookieOf = ({ headers }: Response): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';

const PLAIN_PASSWORD = 'seven herons at the harbour';

/** Signs the administrator in with a password of their own, and returns the cookie of the session. */
export const sessionCookie = async (site: SiteProcess): Promise<string> => {
  await site.request('POST', '/core/v2/users/1', { as: 'admin', body: { password: PLAIN_PASSWORD } });
  const signedIn = await fetch(`${site.origin}/admin/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ login: 'admin', password: PLAIN_PASSWORD }),
  });
  return cookieOf(signedIn);
};
