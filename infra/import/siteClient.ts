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
  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.name = 'RefusedError';
    this.status = status;
    this.code = code;
  }
}

export interface SiteClient {
  /** The body of the answer. @throws RefusedError for an error body; Error when the site cannot be reached. */
  request<Body>(method: string, path: string, body?: unknown): Promise<Body>;
}

const TRIES = 4;

/** A client that waits and asks again while the site is busy or restarting (503, broken connections). */
export const createSiteClient = (site: Site): SiteClient => {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  if (site.user !== undefined) {
    headers.authorization = `Basic ${Buffer.from(`${site.user}:${site.password ?? ''}`).toString('base64')}`;
  }

  const once = async (method: string, path: string, body: unknown): Promise<Response> =>
    fetch(site.root + path, {
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const request = async <Body>(method: string, path: string, body?: unknown, tries = 1): Promise<Body> => {
    const response = await once(method, path, body).catch((error: unknown) => asUnreachable(error, site.root));
    const busy = response instanceof Error || response.status === 503;
    if (busy && tries < TRIES) {
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
      return request(method, path, body, tries + 1);
    }
    if (response instanceof Error) throw response;
    const answer = (await response.json()) as Body & { code?: string; message?: string };
    if (!response.ok) throw new RefusedError(response.status, answer.code ?? 'unknown', answer.message ?? '');
    return answer;
  };

  return { request };
};

const asUnreachable = (error: unknown, root: string): Error => {
  if (!(error instanceof Error)) throw error;
  return new Error(`The site at ${root} does not answer (${String(error.cause ?? error.message)}).`);
};
