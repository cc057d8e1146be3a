import fc, { type Arbitrary } from 'fast-check';
import { sometimes } from './sometimes.ts';

/** Generates no headers for most requests, and odd values of known headers for the others. */
export const headers: Arbitrary<Readonly<Record<string, string>>> = sometimes(
  fc.constant({}),
  fc.record(
    {
      'if-match': fc.constantFrom('*', '"1-x"', '"1"', 'W/"1-x"', 'x', '', '"99999999999999999999-x"', '\xe9'),
      'if-none-match': fc.constantFrom('*', '"1-x"', 'x', ',,', '"'),
      'idempotency-key': fc.constantFrom('a', 'b', 'x'.repeat(300), '\xe9\xff', ' ', '../x', '"'),
      range: fc.constantFrom('bytes=0-1', 'bytes=-0', 'bytes=9-1', 'bytes=0-0,2-3', 'x', 'bytes=99999999999999999999-'),
      accept: fc.constantFrom('*/*', 'text/html', 'application/xml', 'x', ';q=9'),
      'accept-language': fc.constantFrom('fr-CA', '*', 'x;q=z', '\xe9'),
      'x-http-method-override': fc.constantFrom('GET', 'DELETE', 'PATCH', 'BREW', ''),
      'x-core-nonce': fc.constantFrom('x', ''),
      origin: fc.constantFrom('https://example.test', 'null', 'x'),
      'x-almanac-principal': fc.constantFrom('x', 'user:1'),
      'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'x'),
      cookie: fc.constantFrom('x', 'a=b; __proto__=x', '=;;='),
    },
    { requiredKeys: [] },
  ),
);
