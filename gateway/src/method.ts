import type { IncomingMessage } from 'node:http';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns the effective method of a request. Only a POST may name another method, by `_method` in the query, else by
 * header; so no GET becomes a write (docs/interface/server.md §2).
 * @returns undefined for an unknown method
 */
export const meantMethod = (request: IncomingMessage, query: string): string | undefined => {
  const received = request.method ?? 'GET';
  const asked = received === 'POST' ? (inQuery(query) ?? request.headers['x-http-method-override']) : undefined;
  const meant = typeof asked === 'string' && asked !== '' ? asked.toUpperCase() : received;
  // the answer to a POST always has a body
  if (meant === 'HEAD' && received === 'POST') return 'GET';
  return METHODS.has(meant) ? meant : undefined;
};

const inQuery = (query: string): string | undefined =>
  query.includes('_method') ? (new URLSearchParams(query).getAll('_method').at(-1) ?? undefined) : undefined;
