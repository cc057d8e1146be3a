import { setTimeout as pause } from 'node:timers/promises';
import { type Outgoing, OutgoingError, type OutgoingRequest, type OutgoingResponse } from '@almanac/outgoing';
import { ConfigurationError } from '@almanac/service';
import { tagAttributes } from '@almanac/text';
import { foreignApiRelation, foreignPath, foreignRestPrefix, foreignTotals } from '../aliases/foreignInterface.ts';
import { withoutEndSlashes } from '../import/wxr/exportLinks.ts';

/** The site that is moved: its address, and an administrator with an application password. */
export interface OldSiteOptions {
  /** Without a slash at the end. */
  readonly address: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly outgoing: Outgoing;
  /** The address of the interface (`https://old.example/?rest_route=/`); default: the usual one below `address`. */
  readonly root?: string;
  /** Milliseconds between two requests; default 0. */
  readonly rest?: number;
  /** Milliseconds before the first retry, which doubles with each further one; default 1,000. */
  readonly retryAfter?: number;
}

/** The old site refused a request, or did not answer after all retries. */
export class OldSiteError extends Error {
  /** The status of the answer; 0 without one. */
  readonly status: number;
  readonly code: string;
  constructor(address: string, status: number, code: string, message: string) {
    super(`${address}: ${status === 0 ? '' : `${status} `}${code}${message === '' ? '' : ` (${message})`}`);
    this.name = 'OldSiteError';
    this.status = status;
    this.code = code;
  }
}

export interface OldAnswer<Body> {
  readonly body: Body;
  /** The number of records of the whole list; undefined if the answer does not tell. */
  readonly total: number | undefined;
}

type Query = Readonly<Record<string, string>>;

const MAX_TRIES = 6;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 15 * 60_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const TRANSIENT: ReadonlySet<string> = new Set(['unreachable', 'unresolvable', 'timeout', 'busy']);
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Reads the site that is moved: one request at a time, with retries. It never writes there. */
export class OldSite {
  readonly address: string;
  readonly #options: OldSiteOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OldSiteOptions) {
    this.address = options.address;
    this.#options = options;
  }

  /**
   * Reads a route, named as on this site.
   * @throws OldSiteError
   */
  get<Body>(path: string, query: Query = {}): Promise<OldAnswer<Body>> {
    const url = routeAddress(this.#options.root ?? `${this.address}/${foreignRestPrefix}/`, foreignPath(path));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // the interface of a site whose address is the folder of a language is not below that folder
    const limits = { maxBytes: MAX_ANSWER_BYTES, accept: 'application/json', headers: this.#credentials() };
    return this.#read(url.href, limits, (answer) => ({
      body: jsonOf(answer.body.toString()),
      total: totalOf(answer),
    }));
  }

  /**
   * Reads a list page by page, in the order of ids unless the query says otherwise.
   * @param size records of a page; the site may silently give fewer than it was asked for
   * @throws OldSiteError
   */
  async *pages<Row>(path: string, size: number, query: Query = {}): AsyncGenerator<OldAnswer<readonly Row[]>> {
    let read = 0;
    for (let page = 1; ; page++) {
      const asked = { orderby: 'id', order: 'asc', ...query, per_page: String(size), page: String(page) };
      const answer = await this.#listed<Row>(path, asked);
      if (answer === undefined) return;
      const { body, total } = answer;
      read += body.length;
      if (body.length > 0) yield answer;
      if (body.length === 0 || (total === undefined ? body.length < size : read >= total)) return;
    }
  }

  /** Returns a page of a list; undefined after the last one. */
  async #listed<Row>(path: string, query: Query): Promise<OldAnswer<readonly Row[]> | undefined> {
    try {
      return await this.get<readonly Row[]>(path, query);
    } catch (error) {
      if (error instanceof OldSiteError && query.page !== '1' && error.code.endsWith('invalid_page_number'))
        return undefined;
      throw error;
    }
  }

  /** Reads a page. @throws OldSiteError */
  text(url: string): Promise<string> {
    return this.#page(url, ({ body }) => body.toString());
  }

  /**
   * Reads the front page. Returns the address that answers, and that of the interface which the page names.
   * @throws OldSiteError
   */
  front(): Promise<{ readonly url: string; readonly root: string | undefined }> {
    return this.#page(`${this.address}/`, ({ url, headers, body }) => ({
      url,
      root: rootInHeader(headers.link) ?? rootInHead(body.toString()),
    }));
  }

  /** Saves a file, at most 512 MB, under a path on this machine. @throws OldSiteError */
  save(url: string, file: string): Promise<void> {
    const limits = { maxBytes: MAX_FILE_BYTES, accept: '*/*', timeout: FILE_TIMEOUT_MS, file };
    return this.#read(url, limits, () => undefined);
  }

  #page<Result>(url: string, read: (answer: OutgoingResponse) => Result): Promise<Result> {
    return this.#read(url, { maxBytes: MAX_ANSWER_BYTES, accept: 'text/html' }, read);
  }

  async #read<Result>(
    url: string,
    limits: OutgoingRequest,
    read: (answer: OutgoingResponse) => Result,
  ): Promise<Result> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    try {
      return await this.#tryOften(url, () => this.#ask(url, limits), read);
    } finally {
      if (this.#options.rest) await pause(this.#options.rest);
      turn.resolve();
    }
  }

  #ask(url: string, limits: OutgoingRequest): Promise<OutgoingResponse> {
    const headers = url.startsWith(`${this.address}/`) ? this.#credentials() : {};
    return this.#options.outgoing.fetch(url, { timeout: TIMEOUT_MS, headers, ...limits });
  }

  #credentials(): Readonly<Record<string, string>> {
    const { user, password = '' } = this.#options;
    if (user === undefined) return {};
    return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  }

  async #tryOften<Result>(
    url: string,
    ask: () => Promise<OutgoingResponse>,
    read: (answer: OutgoingResponse) => Result,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(url, ask, read);
      if ('result' in outcome) return outcome.result;
      const { error, wait = 0 } = outcome;
      if (!outcome.isTransient || tries === MAX_TRIES) throw error;
      const doubled = (this.#options.retryAfter ?? 1_000) * 2 ** (tries - 1);
      await pause(Math.min(Math.max(doubled, wait), MAX_WAIT_MS));
    }
  }
}

/** Returns the address of a route below a root, which may have it in its query (`/?rest_route=/`). */
const routeAddress = (root: string, path: string): URL => {
  const url = new URL(root);
  const route = url.searchParams.get(ROUTE);
  if (route === null) url.pathname = withoutEndSlashes(url.pathname) + path;
  else url.searchParams.set(ROUTE, withoutEndSlashes(route) + path);
  return url;
};

const ROUTE = 'rest_route';

/** Returns the JSON of an answer. Plugins print byte order marks and warnings before it. @throws SyntaxError */
const jsonOf = (text: string) => {
  const unmarked = text.replace(/^[\uFEFF\s]+/, '');
  return JSON.parse(unmarked.slice(Math.max(0, unmarked.search(/^[[{]/m))));
};

const rootInHeader = (links: unknown): string | undefined =>
  String(links ?? '')
    .split(',')
    .find((link) => link.includes(`rel="${foreignApiRelation}"`))
    ?.match(/<([^<>]+)>/)?.[1];

const rootInHead = (html: string): string | undefined => {
  for (const text of html.split('<link ').slice(1)) {
    const link = new Map(tagAttributes(text.slice(0, text.indexOf('>'))).map(({ name, value = '' }) => [name, value]));
    if (link.get('rel') === foreignApiRelation) return link.get('href')?.replaceAll(/&#0?38;|&amp;/g, '&');
  }
  return undefined;
};

/**
 * Finds the interface of a site by its front page: with https if it redirects there, and at the root that it names.
 * @throws ConfigurationError if another host answers: passwords are sent to the named one only
 */
export const findOldSite = async (options: OldSiteOptions): Promise<OldSite> => {
  try {
    const { url, root } = await new OldSite(options).front();
    const [named, found] = [new URL(options.address), new URL(url)];
    if (found.hostname !== named.hostname)
      throw new ConfigurationError(
        `${options.address} redirects to another host. Name the address of the old site as its visitors see it, such as ${found.origin}.`,
      );
    const address = withoutEndSlashes(found.origin + named.pathname);
    const own = root === undefined ? null : URL.parse(root, url);
    const isOwn = own?.hostname === found.hostname;
    return new OldSite({ ...options, address, ...(isOwn && { root: found.origin + own.pathname + own.search }) });
  } catch (error) {
    // a site may show its front page to nobody, and answer its interface
    if (!(error instanceof OldSiteError)) throw error;
    return new OldSite(options);
  }
};

type Outcome<Result> =
  | { readonly result: Result }
  | { readonly error: Error; readonly isTransient: boolean; readonly wait?: number };

const attempt = async <Result>(
  url: string,
  ask: () => Promise<OutgoingResponse>,
  read: (answer: OutgoingResponse) => Result,
): Promise<Outcome<Result>> => {
  try {
    const answer = await ask();
    if (answer.status === 200) return { result: read(answer) };
    const wait = Number(answer.headers['retry-after']) * 1_000 || 0;
    return { error: refusalOf(url, answer), isTransient: BUSY.has(answer.status), wait };
  } catch (error) {
    // an answer that is cut off is no JSON
    if (error instanceof SyntaxError)
      return { error: new OldSiteError(url, 200, 'no JSON', error.message), isTransient: true };
    if (!(error instanceof OutgoingError)) throw error;
    return { error: new OldSiteError(url, 0, error.reason, error.message), isTransient: TRANSIENT.has(error.reason) };
  }
};

const refusalOf = (url: string, { status, body }: OutgoingResponse): OldSiteError => {
  try {
    const { code = '', message = '' }: { code?: string; message?: string } = JSON.parse(body.toString());
    return new OldSiteError(url, status, code, message);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return new OldSiteError(url, status, '', '');
  }
};

const totalOf = ({ headers }: OutgoingResponse): number | undefined => {
  const name = foreignTotals.find((each) => headers[each] !== undefined);
  const total = name === undefined ? Number.NaN : Number(headers[name]);
  return Number.isInteger(total) ? total : undefined;
};
