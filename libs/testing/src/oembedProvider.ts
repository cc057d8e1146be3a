import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** The path and query of a request to the fake provider. */
type RequestTarget = string;

export interface OembedProvider {
  readonly listener: RequestListener;
  readonly seen: RequestTarget[];
  /** Counts requests by path, without query. */
  asked(path: string): number;
}

const FRAME =
  '<blockquote>Before</blockquote>\n<iframe src="https://frames.test/1" width="4" height="3"></iframe><script>x()</script>';

const rich = { type: 'rich', version: '1.0', title: 'A talk', provider_name: 'Stand-in', html: FRAME, cache_age: '60' };
const photo = { type: 'photo', version: '1.0', url: 'https://frames.test/a.jpg', width: 4, height: 3 };

const head = (links: string): string =>
  `<!doctype html><html><head><title>x</title>${links}</head><body>x</body></html>`;
const link = (type: string, href: string): string => `<link rel="alternate" type="${type}" href="${href}">`;

const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const sendHtml = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(body);
};
const sendXml = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
};

type Answer = (response: ServerResponse, query: URLSearchParams) => void;

/** Pages that name endpoints, and the endpoints, valid and invalid. */
const answers: Readonly<Record<string, Answer>> = {
  '/page': (response) => sendHtml(response, head(link('application/json+oembed', '/oembed'))),
  '/old-page': (response) => sendHtml(response, head(link('text/xml+oembed', '/oembed-xml'))),
  '/long-page': (response) => {
    sendHtml(response, `${head(link('application/json+oembed', '/oembed'))}${'x'.repeat(2_000_000)}`);
  },
  '/late-page': (response) => {
    sendHtml(response, head(`<style>${'x'.repeat(160_000)}</style>${link('application/json+oembed', '/oembed')}`));
  },
  '/plain-page': (response) => sendHtml(response, head('')),
  '/moved-page': (response) => void response.writeHead(302, { location: '/page' }).end(),
  '/inner-page': (response) => {
    sendHtml(response, head(link('application/json+oembed', 'http://169.254.169.254/latest/meta-data/')));
  },
  '/entities-page': (response) => sendHtml(response, head(link('text/xml+oembed', '/entities'))),
  '/list-page': (response) => sendHtml(response, head(link('application/json+oembed', '/list'))),
  '/large-page': (response) => sendHtml(response, head(link('application/json+oembed', '/large'))),
  '/oembed': (response) => sendJson(response, rich),
  '/oembed-xml': (response, query) => {
    if (query.get('format') === 'json') return sendJson(response, {}, 501);
    sendXml(response, '<oembed><type>link</type><version>1.0</version><title>Old</title></oembed>');
  },
  '/photo': (response) => sendJson(response, photo),
  '/entities': (response) => {
    sendXml(response, '<!DOCTYPE oembed [<!ENTITY a "b">]><oembed><type>link</type><title>&a;</title></oembed>');
  },
  '/list': (response) => sendJson(response, [rich]),
  '/large': (response) => sendJson(response, { ...rich, more: 'x'.repeat(1_100_000) }),
};

/** Creates a provider of embed data for tests; its answers depend on the path alone. */
export const createOembedProvider = (): OembedProvider => {
  const seen: RequestTarget[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider.test');
    seen.push(request.url ?? '');
    const answer = Object.hasOwn(answers, pathname) ? answers[pathname] : undefined;
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, searchParams);
  };
  return { listener, seen, asked: (path) => seen.filter((url) => url.split('?', 1)[0] === path).length };
};
