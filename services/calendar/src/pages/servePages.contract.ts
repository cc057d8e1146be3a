import { type Asker, ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';

interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The target of the redirect; null without one. */
  readonly location: string | null;
}

interface Asking {
  readonly as?: Asker;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields of the sent form. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface ServedPages extends TestService {
  /** Requests a page by its path on the site, without language segment. */
  page(path: string, asking?: Asking): Promise<RenderedPage>;
  /** Creates a record as an administrator and returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  make(path: string, body: object, language?: string): Promise<any>;
}

/** Serves the calendar's pages over HTTP. */
export const servePages = async (
  site: object = {},
  at?: string,
  ports?: Parameters<typeof serveCalendar>[2],
): Promise<ServedPages> => {
  const calendar = await serveCalendar({ name: 'Riverside', ...site }, at, ports);
  return {
    ...calendar,
    page: async (path, { as = 'visitor', language = 'en', headers = {}, form } = {}) => {
      const id = /^\/\?p=(\d+)/.exec(path)?.[1];
      const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
      const target = id === undefined ? `/internal/pages${path}` : `/internal/page-of/${id}${query}`;
      const response = await calendar.send(as, target, {
        language,
        headers,
        method: form === undefined ? 'GET' : 'POST',
        body: form === undefined ? null : new URLSearchParams(form),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, location: response.headers.get('location') };
    },
    make: async (path, body, language = 'en') => {
      const answer = await calendar.ask('administrator', 'POST', path, { body, language });
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
};

export { ORIGIN };
