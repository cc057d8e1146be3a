import { defaultLanguage } from '@almanac/i18n';
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

/** The site's secret and clock in the spec of a service. */
export interface Signing {
  readonly secret: string;
  readonly now: () => Date;
}

/** The origin of the site in specs of services. */
export const ORIGIN = 'http://site.test';

/** A user with a role, with ids from 1 in the order of the roles; `site` is one of the site's own processes. */
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

/**
 * Sends a service a request as the gateway does: signed, sealed, with the site's headers.
 * @param address the service's address
 */
export const askService = (
  address: string,
  signing: Signing,
  path: string,
  { as, language = defaultLanguage(), headers = {}, ...init }: ServiceRequest,
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

/** Returns a JSON body with its header; no body for undefined. */
export const jsonBody = (body: unknown): { readonly body: string | null; readonly headers: Record<string, string> } =>
  body === undefined
    ? { body: null, headers: {} }
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

export interface SpecAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: specs read answers of every shape
  readonly body: any;
}

/** Returns an answer with its body: parsed JSON, else the text; undefined if empty. */
export const answerOf = async (response: Response): Promise<SpecAnswer> => {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  return { status, headers, text, body: text === '' ? undefined : isJson ? JSON.parse(text) : text };
};

/**
 * Adds the seal over a request to its headers, which internal routes require.
 * @param body a text, or a form
 */
export const withSeal = (
  { method = 'GET', target, headers, body }: UnsignedRequest,
  { secret, now }: Signing,
): Record<string, string> => {
  const content = contentOfBody(String(body ?? ''));
  const { pathname, search } = new URL(target, 'http://service.test');
  const line = { method, target: `${pathname}${search}`, headers };
  return { ...headers, [SEAL_HEADER]: sealRequest(line, content, secret, now()) };
};

interface UnsignedRequest {
  readonly method?: string | undefined;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
