import type { IncomingMessage } from 'node:http';
import { meantMethod } from './method.ts';

const meant = (method: string, query = '', override?: string) =>
  meantMethod(
    {
      method,
      headers: override === undefined ? {} : { 'x-http-method-override': override },
    } as unknown as IncomingMessage,
    query,
  );

describe('the effective method', () => {
  it.each([
    ['POST', '', undefined, 'POST'],
    ['POST', '_method=delete', undefined, 'DELETE'],
    ['POST', '', 'Put', 'PUT'],
    ['POST', '_method=PATCH', 'DELETE', 'PATCH'],
    ['POST', '_method=', 'DELETE', 'POST'],
    ['POST', 'search=_method', undefined, 'POST'],
    ['GET', '_method=DELETE', 'DELETE', 'GET'],
    ['POST', '_method=HEAD', undefined, 'GET'],
    ['HEAD', '', undefined, 'HEAD'],
    ['PUT', '_method=DELETE', undefined, 'PUT'],
    ['POST', '_method=CONNECT', undefined, undefined],
    ['TRACE', '', undefined, undefined],
  ])('follows from %s ?%s and the header %s: %s', (method, query, override, expected) => {
    expect(meant(method, query, override)).toBe(expected);
  });
});
