import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type Body, readBody } from './body.ts';

/** A request with a body of JSON that has arrived as a whole. */
const requestWith = (json: string): IncomingMessage => {
  const bytes = Buffer.from(json);
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  // `readBody` uses only the headers, the state and the bytes of a request
  return Object.assign(Readable.from([bytes], { objectMode: false }), { headers, complete: true }) as never;
};

/** Reads a body and counts the turns of the event loop in the meantime. */
const read = async (json: string): Promise<{ readonly body: Body; readonly turns: number }> => {
  let [turns, isOver] = [0, false];
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const body = await readBody(requestWith(json), 'POST', { limit: 4_000_000 });
  isOver = true;
  return { body, turns };
};

describe('a body of JSON', () => {
  it('leaves others turns between two steps of its parsing if it is long', async () => {
    const text = '"'.repeat(800_000);
    const short = await read(JSON.stringify({ text: 'a'.repeat(100_000) }));
    const long = await read(JSON.stringify({ text }));
    expect(long.body.json).toEqual({ text });
    expect(long.turns).toBeGreaterThanOrEqual(short.turns + 8);
  });
});
