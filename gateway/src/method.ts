import type { IncomingMessage } from 'node:http';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The method that a request means: a POST may name another one, by `_method` in the query, else by header; no other
 * method may, so that no GET becomes a write (docs/interface/server.md §2).
 * @returns undefined where there is no such method
 */
export const meantMethod = (request: IncomingMessage, query: string): string | undefined => {
  const received = request.method ?? 'GET';
  const asked = received === 'POST' ? (inQuery(query) ?? request.headers['x-http-method-override']) : undefined;
  const meant = typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : received;
  // the answer to a POST has a body, whatever it asks for
  if (meant === 'HEAD' && received === 'POST') return 'GET';
  return METHODS.has(meant) ? meant : undefined;
};

const inQuery = (query: string): string | undefined =>
  query.includes('_method') ? (new URLSearchParams(query).getAll('_method').at(-1) ?? undefined) : undefined;
