import fc, { type Arbitrary } from 'fast-check';
import { misfits } from './argumentValues.ts';
import { encodeMultipart, encodeQuery } from './encodings.ts';
import { sometimes } from './sometimes.ts';

type Values = Readonly<Record<string, unknown>>;

/** Encoded values: in the query, or as a body of a type. */
export interface Content {
  readonly type?: string;
  readonly body?: Buffer;
  /** Values as a query. */
  readonly query?: string;
}

const json = (value: unknown, type = 'application/json'): Content => ({
  type,
  body: Buffer.from(JSON.stringify(value) ?? ''),
});
const form = (values: Values): Content => ({
  type: 'application/x-www-form-urlencoded',
  body: Buffer.from(encodeQuery(values)),
});
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const oddContent = (values: Values): Arbitrary<Content> =>
  fc.oneof(
    misfits.map((value) => json(value)),
    fc
      .constantFrom('{', '{"a":', '[1,', '\xff\xfe', 'null', '"x"', '{"a":1}{"b":2}', '', '{"__proto__":{"a":1}}')
      .map((text) => ({ type: 'application/json', body: Buffer.from(text, 'latin1') })),
    fc
      .constantFrom(
        'text/plain',
        'application/xml',
        'image/png',
        'x',
        'application/json; charset=utf-16',
        'multipart/form-data',
        'application/json;',
        '\xe9',
      )
      .map((type) => json(values, type)),
    fc
      .constantFrom('multipart/form-data; boundary=b', 'multipart/mixed; boundary=b')
      .map((type) => ({ type, body: encodeMultipart(values, png) })),
    fc.nat({ max: 400 }).map((length) => ({
      type: 'multipart/form-data; boundary=b',
      body: encodeMultipart(values, png).subarray(0, length),
    })),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ type: 'image/png', body: Buffer.from(bytes) })),
    fc.constant({ type: 'image/png', body: png }),
    fc.constant({ ...form(values), query: encodeQuery(values) }),
  );

/** Generates encodings of the values, valid and invalid ones. */
export const contentOf = (method: string, values: Values): Arbitrary<Content> => {
  const query: Content = { query: encodeQuery(values) };
  if (method === 'GET' || method === 'HEAD')
    return sometimes<Content>(fc.constant(query), fc.constant(json(values)), 20);
  return sometimes<Content>(fc.constantFrom(json(values), json(values), form(values), query), oddContent(values), 4);
};
