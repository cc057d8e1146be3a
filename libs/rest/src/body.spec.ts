import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type Body, readBody } from './body.ts';
import { turnsDuring } from './turnsDuring.ts';

/** A request with a body of JSON that has arrived as a whole. */
const requestWith = (json: string): IncomingMessage => {
  const bytes = Buffer.from(json);
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  // `readBody` uses only the headers, the state and the bytes of a request
  return Object.assign(Readable.from([bytes], { objectMode: false }), { headers, complete: true }) as never;
};

const read = (json: string): Promise<Body> => readBody(requestWith(json), 'POST', { limit: 4_000_000 });

describe('a body of JSON', () => {
  it('leaves others turns between two steps of its parsing if it is long', async () => {
    const text = '"'.repeat(800_000);
    const short = await turnsDuring(() => read(JSON.stringify({ text: 'a'.repeat(100_000) })));
    const long = await turnsDuring(async () => {
      expect((await read(JSON.stringify({ text }))).json).toEqual({ text });
    });
    expect(long).toBeGreaterThanOrEqual(short + 8);
  });
});
