import { randomUUID } from 'node:crypto';

/** A site as an importer sees it: its public REST interface and an account. */
export interface Site {
  /** The REST root, such as `http://localhost:8080/en/json`. */
  readonly root: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** The site refused a request; `message` is what it said. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further members of the error body. */
  readonly data: Readonly<Record<string, unknown>>;
  constructor(status: number, code: string, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(`${status} ${code}: ${message}`);
    this.name = 'RefusedError';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

export interface SiteClient {
  /** The body of the answer. @throws RefusedError for an error body; Error when the site cannot be reached. */
  request<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** A client that can send files too. */
export interface UploadingClient extends SiteClient {
  /** Sends a file as it is. @throws as `request` */
  upload<Body>(path: string, file: Upload): Promise<Body>;
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer>;
}

const TRIES = 4;

/**
 * A client that waits and asks again while the site is busy or restarting (503, broken connections). What it posts
 * carries an `Idempotency-Key`, so that asking again never does a thing twice.
 */
export const createSiteClient = (site: Site): UploadingClient => {
  const always: Record<string, string> = { accept: 'application/json' };
  if (site.user !== undefined) {
    always.authorization = `Basic ${Buffer.from(`${site.user}:${site.password ?? ''}`).toString('base64')}`;
  }

  const send = async <Body>(path: string, sent: Sent, tries = 1): Promise<Body> => {
    const request = fetch(site.root + path, { ...sent, signal: AbortSignal.timeout(30_000) });
    const response = await request.catch((error: unknown) => asUnreachable(error, site.root));
    const busy = response instanceof Error || response.status === 503;
    if (busy && tries < TRIES) {
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
      return send(path, sent, tries + 1);
    }
    if (response instanceof Error) throw response;
    return answerOf<Body>(response);
  };

  const keyed = (method: string) => (method === 'POST' ? { 'idempotency-key': randomUUID() } : {});

  return {
    request: (method, path, body) => {
      const headers = { ...always, ...keyed(method), 'content-type': 'application/json' };
      return send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    },
    upload: (path, { name, type, bytes }) => {
      const disposition = { 'content-disposition': `attachment; filename="${name.replaceAll('"', '')}"` };
      const headers = { ...always, ...keyed('POST'), ...disposition, 'content-type': type };
      return send(path, { method: 'POST', headers, body: bytes });
    },
  };
};

const answerOf = async <Body>(response: Response): Promise<Body> => {
  const answer = (await response.json()) as Body & { code?: string; message?: string; data?: Record<string, unknown> };
  if (response.ok) return answer;
  throw new RefusedError(response.status, answer.code ?? 'unknown', answer.message ?? '', answer.data);
};

const asUnreachable = (error: unknown, root: string): Error => {
  if (!(error instanceof Error)) throw error;
  return new Error(`The site at ${root} does not answer (${String(error.cause ?? error.message)}).`);
};
