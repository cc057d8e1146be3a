import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@almanac/infra/free-port';

const root = fileURLToPath(new URL('..', import.meta.url));
export const siteFile = fileURLToPath(new URL('conformance/site.json', import.meta.url));

const users = JSON.parse(readFileSync(new URL('conformance/users.json', import.meta.url), 'utf8')) as Record<
  string,
  { login: string; password: string }
>;

/** A user of the conformance site: `admin`, `editor1`, `author1`, `contrib1`, `sub1`. */
export type UserName = string;

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface RequestOptions {
  readonly as?: UserName;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A whole site as a process of its own, with the users of the conformance site. */
export interface SiteProcess {
  readonly origin: string;
  /** The REST root in the language of the start. */
  readonly root: string;
  readonly process: ChildProcess;
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer<Body>>;
  /** Stops the site (SIGTERM by default) and waits for its end; returns its output. */
  stop(signal?: NodeJS.Signals): Promise<string>;
}

/** Milliseconds without progress after which a start has failed. */
const START_PATIENCE_MS = 180_000;

/**
 * Starts the embedded site and waits for its first answer, as long as it makes progress.
 * @param environment `DATA` and whatever else is to differ
 * @param language the code of the language of its REST root
 */
export const startSite = async (
  environment: Readonly<Record<string, string>> = {},
  language = 'en',
): Promise<SiteProcess> => {
  const port = environment.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ['infra/all-in-one/main.mjs'], {
    cwd: root,
    env: { ...process.env, DATA: ':memory:', SITE_FILE: siteFile, LOG_LEVEL: 'warn', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      printed = (printed + text).slice(-20_000);
    });
  }
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  const site: SiteProcess = {
    origin,
    root: `${origin}/${language}/json`,
    process: child,
    request: (method, path, options) => request(site.root, method, path, options),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
      return printed;
    },
  };
  await firstAnswer(site, () => printed);
  return site;
};

/** Sends a request; paths are relative to the REST root unless they are absolute addresses. */
export const request = async <Body = Record<string, unknown>>(
  restRoot: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<Body>> => {
  const response = await fetch(path.startsWith('http') ? path : restRoot + path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(options.as !== undefined && { authorization: credentials(options.as) }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    signal: AbortSignal.timeout(60_000),
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) as Body };
};

const userNamed = (name: UserName) => {
  const user = users[name];
  if (user === undefined) throw new Error(`no user ${name}`);
  return user;
};

/** Returns the application password of a user of the conformance site. */
export const password = (name: UserName): string => userNamed(name).password;

/** Returns the Basic credentials of a user of the conformance site. */
export const credentials = (name: UserName): string => {
  const user = userNamed(name);
  return `Basic ${Buffer.from(`${user.login}:${user.password}`).toString('base64')}`;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
};

/** Waits until the site answers; the text of its refusals tells the steps of its start. */
const firstAnswer = async (site: SiteProcess, printed: () => string): Promise<void> => {
  let step = '';
  let until = Date.now() + START_PATIENCE_MS;
  while (Date.now() < until && site.process.exitCode === null) {
    const response = await fetch(`${site.root}/`).catch(() => undefined);
    if (response?.ok) return;
    const told = (await response?.text()) ?? '';
    if (told !== step) until = Date.now() + START_PATIENCE_MS;
    step = told;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await site.stop('SIGKILL');
  throw new Error(`The site did not answer; it printed:\n${printed()}`);
};
