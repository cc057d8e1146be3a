import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '@almanac/i18n';

/** A site for an importer: its public REST interface and an account. */
export interface Site {
  /** The REST root, such as `http://localhost:8080/en/json`. */
  readonly root: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** The site refused a request; `message` is the text of the refusal. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** The other members of the error body. */
  readonly data: Readonly<Record<string, unknown>>;
  constructor(status: number, code: string, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(`${status} ${code}: ${message}`);
    this.name = 'RefusedError';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** The site cannot be reached. */
export class UnreachableError extends Error {
  constructor(address: string, cause: Error) {
    const { message } = cause.cause instanceof Error ? cause.cause : cause;
    super(
      `The site at ${address} does not answer (${codeOf(cause.cause) ?? message}). Does it run, and is the address right?`,
      {
        cause,
      },
    );
    this.name = 'UnreachableError';
  }
}

export interface Upload {
  readonly name: string;
  readonly type: string;
  /** A blob may be a file on disk, which is read a piece at a time. */
  readonly bytes: Buffer<ArrayBuffer> | Blob;
}

export interface SiteClient {
  /**
   * Sends a request and returns the body of the answer.
   * @param key the idempotency key of a POST, valid for a day and over several runs; by default each request has its
   * own
   * @param headers further headers
   * @throws RefusedError for an error body; UnreachableError
   */
  request<Body>(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Body>;
}

/** A client that can also send files. */
export interface UploadingClient extends SiteClient {
  /**
   * Sends a file as it is.
   * @param key as of `request`, as are the headers
   * @throws as `request`
   */
  upload<Body>(path: string, file: Upload, key?: string, headers?: Readonly<Record<string, string>>): Promise<Body>;
}

/** A client that can also send files in forms. */
export interface FormClient extends SiteClient {
  /**
   * Sends a file as the part `file` of a form, for routes where a repeated request changes nothing.
   * @throws as `request`
   */
  sendForm<Body>(path: string, file: Upload): Promise<Body>;
}

interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer> | Blob | FormData;
  readonly timeout?: number;
}

const MAX_ATTEMPTS = 4;
/** A limit that counts anew later than this refuses the request: nobody waits for it in front of a screen. */
const MAX_LIMIT_WAIT_S = 60;
const TIMEOUT_MS = 30_000;
/** The site answers once it has stored or imported a whole file. */
const FILE_TIMEOUT_MS = 5 * 60_000;

/**
 * Creates a client that retries while the site is busy or restarting (503, broken connections), or when a limit counts
 * anew within a minute (429, `Retry-After`). Each POST carries an `Idempotency-Key`, so that a retry has no second effect.
 */
export const createSiteClient = (site: Site): UploadingClient & FormClient => {
  const always: Record<string, string> = { accept: 'application/json' };
  if (site.user !== undefined) {
    always.authorization = `Basic ${Buffer.from(`${site.user}:${site.password ?? ''}`).toString('base64')}`;
  }

  const send = async <Body>(path: string, sent: OutgoingRequest, tries = 1): Promise<Body> => {
    const { timeout = TIMEOUT_MS, ...content } = sent;
    const request = fetch(site.root + path, { ...content, signal: AbortSignal.timeout(timeout) });
    const response = await request.catch((error: unknown) => asUnreachable(error, site.root));
    const wait = tries < MAX_ATTEMPTS ? waitBeforeRetry(response, tries) : undefined;
    if (wait !== undefined) {
      if (response instanceof Response) await response.body?.cancel();
      await pause(wait);
      return send(path, sent, tries + 1);
    }
    if (response instanceof Error) throw response;
    return answerOf<Body>(response);
  };

  const keyed = (method: string, key: string = randomUUID()) => (method === 'POST' ? { 'idempotency-key': key } : {});

  return {
    request: (method, path, body, key, more) => {
      const headers = { ...always, ...more, ...keyed(method, key), 'content-type': 'application/json' };
      return send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    upload: (path, { name, type, bytes }, key, more) => {
      const disposition = { 'content-disposition': `attachment; filename="${name.replaceAll('"', '')}"` };
      const headers = { ...always, ...more, ...keyed('POST', key), ...disposition, 'content-type': type };
      return send(path, { method: 'POST', headers, body: bytes, timeout: FILE_TIMEOUT_MS });
    },
    sendForm: (path, { name, type, bytes }) => {
      const body = new FormData();
      body.append('file', new Blob([bytes], { type }), name);
      return send(path, { method: 'POST', headers: always, body, timeout: FILE_TIMEOUT_MS });
    },
  };
};

/** Returns the milliseconds to wait before another attempt; undefined if it would end the same way. */
const waitBeforeRetry = (response: Response | UnreachableError, tries: number): number | undefined => {
  if (response instanceof UnreachableError || response.status === 503) return 500 * 2 ** tries;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return response.status === 429 && seconds <= MAX_LIMIT_WAIT_S ? seconds * 1_000 : undefined;
};

const answerOf = async <Body>(response: Response): Promise<Body> => {
  // The caller knows the type of its route's answer.
  const answer = (await response.json()) as Body & { code?: string; message?: string; data?: Record<string, unknown> };
  if (response.ok) return answer;
  throw new RefusedError(response.status, answer.code ?? 'unknown', answer.message ?? '', answer.data);
};

const asUnreachable = (error: unknown, root: string): UnreachableError => {
  if (!(error instanceof Error)) throw error;
  return new UnreachableError(root, error);
};
