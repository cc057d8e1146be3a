import {
  anonymous,
  contentOfBody,
  type Principal,
  type Role,
  roles,
  SEAL_HEADER,
  sealRequest,
  signPrincipal,
  system,
} from '@almanac/identity';

/** What a spec of a service knows of the site: its secret and its clock. */
export interface Signing {
  readonly secret: string;
  readonly now: () => Date;
}

/** The origin of the site in specs of services. */
export const ORIGIN = 'http://site.test';

/** A user with a role, by ids from 1 in the order of the roles; `site` is one of its own processes. */
export type Asker = 'visitor' | 'site' | Role | { readonly role: Role; readonly id: number };

export const principalOf = (as: Asker): Principal => {
  if (as === 'visitor') return anonymous;
  if (as === 'site') return system;
  const [role, id] = typeof as === 'string' ? [as, roles.indexOf(as) + 1] : [as.role, as.id];
  return { kind: 'user', id, login: role, roles: [role] };
};

export interface ServiceRequest extends Omit<RequestInit, 'headers'> {
  readonly as: Asker;
  readonly language?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Asks a service as the gateway hands a request on: signed, sealed, of the site. @param address where it listens */
export const askService = (
  address: string,
  signing: Signing,
  path: string,
  { as, language = 'en', headers = {}, ...init }: ServiceRequest,
): Promise<Response> => {
  const all = {
    'x-almanac-site': ORIGIN,
    'x-almanac-api-root': `${ORIGIN}/${language}/json`,
    'x-almanac-language': language,
    'x-almanac-principal': signPrincipal(principalOf(as), signing.secret, signing.now()),
    ...headers,
  };
  const sealed = withSeal({ method: init.method, target: path, headers: all, body: init.body }, signing);
  return fetch(`${address}${path}`, { redirect: 'manual', ...init, headers: sealed });
};

/** A body in JSON with its header; nothing where nothing is sent. */
export const jsonBody = (body: unknown): { readonly body: string | null; readonly headers: Record<string, string> } =>
  body === undefined
    ? { body: null, headers: {} }
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

export interface SpecAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  readonly body: any;
}

/** An answer with its body: what JSON says, else the text; undefined for none. */
export const answerOf = async (response: Response): Promise<SpecAnswer> => {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  return { status, headers, text, body: text === '' ? undefined : isJson ? JSON.parse(text) : text };
};

/** Headers with the seal over the request that bears them, which internal routes ask for. @param body a text, or a form */
export const withSeal = (
  { method = 'GET', target, headers, body }: Unsealed,
  { secret, now }: Signing,
): Record<string, string> => {
  const content = contentOfBody(String(body ?? ''));
  const { pathname, search } = new URL(target, 'http://service.test');
  const line = { method, target: `${pathname}${search}`, headers };
  return { ...headers, [SEAL_HEADER]: sealRequest(line, content, secret, now()) };
};

interface Unsealed {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
