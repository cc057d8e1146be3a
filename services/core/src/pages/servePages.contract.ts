import { signPrincipal } from '@almanac/identity';
import { withSeal } from '@almanac/rest/testing';
import { listen, type ServicePorts } from '@almanac/service';
import type { OpenId } from '../accounts/users/openIdPort.ts';
import { createCore } from '../app.ts';
import { coreUnderTest, principalOf, type RoleName, siteOfRoles } from '../testing.contract.ts';

export const ORIGIN = 'https://site.test';

interface Asking {
  readonly as?: RoleName;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Form fields of the request body. */
  readonly form?: Readonly<Record<string, string>>;
  /** JSON of the request body. */
  readonly json?: unknown;
}

interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Target of a redirect. */
  readonly location: string | null;
}

export interface ServedPages {
  /** Requests a page by its path on the site, without language segment; also pages of the administration. */
  page(path: string, asking?: Asking): Promise<RenderedPage>;
  /** Creates a record as an administrator and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: specs inspect arbitrary answers
  make(path: string, json: object, language?: string): Promise<any>;
  /** Requests the REST interface and returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: specs inspect arbitrary answers
  ask(as: RoleName, method: string, path: string, json?: unknown): Promise<any>;
  stop(): Promise<void>;
}

/** Starts core's pages behind HTTP, with a user of each role. */
export const servePages = async (ports: Partial<ServicePorts> = {}, openId?: OpenId): Promise<ServedPages> => {
  const core = { ...coreUnderTest({ ...siteOfRoles, description: 'Notes' }), ...ports };
  const app = createCore(core, core.media, undefined, openId);
  await app.start();
  const listening = await listen(app.listener, { port: 0, host: '127.0.0.1' });

  const ask = async (method: string, path: string, { as = 'visitor', language = 'en', ...sent }: Asking) => {
    const body = sent.form ? new URLSearchParams(sent.form) : sent.json ? JSON.stringify(sent.json) : null;
    const headers = {
      'x-almanac-site': ORIGIN,
      'x-almanac-api-root': `${ORIGIN}/${language}/json`,
      'x-almanac-language': language,
      'x-almanac-principal': signPrincipal(principalOf(as), core.secret, core.now()),
      ...(sent.json !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    };
    const response = await fetch(`http://127.0.0.1:${listening.port}${path}`, {
      method,
      redirect: 'manual',
      headers: withSeal({ method, target: path, headers, body }, core),
      body,
    });
    const { status, headers: answered } = response;
    return { status, headers: answered, text: await response.text(), location: answered.get('location') };
  };

  return {
    page: (path, asking = {}) => {
      const id = /^\/\?p=(\d+)/.exec(path)?.[1];
      const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
      const place = path.startsWith('/admin') ? '/internal' : '/internal/pages';
      const target = id === undefined ? `${place}${path}` : `/internal/page-of/${id}${query}`;
      return ask(asking.form === undefined ? 'GET' : 'POST', target, asking);
    },
    make: async (path, json, language = 'en') => {
      const { status, text } = await ask('POST', `/core/v2${path}`, { as: 'administrator', json, language });
      if (status !== 201) throw new Error(`${status} ${text}`);
      return JSON.parse(text);
    },
    ask: async (as, method, path, json) => JSON.parse((await ask(method, path, { as, json })).text),
    stop: async () => {
      await listening.close(0);
      await app.stop();
    },
  };
};
