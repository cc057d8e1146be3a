import { createOutgoing, originPolicy } from '@almanac/outgoing';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { libreTranslate } from './libreTranslate.ts';
import type { MachineText } from './machine.ts';

const asked: { readonly path: string; readonly body: { readonly q: string[] } & Record<string, unknown> }[] = [];
let answer: (texts: readonly string[]) => { readonly status: number; readonly body: unknown };
let server: FakeService;
let machine: MachineText;

beforeAll(async () => {
  server = await startFakeServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ path: request.url ?? '', body });
    const { status, body: answered } = answer(body.q);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  });
  const address = `http://127.0.0.1:${server.port}/api`;
  machine = libreTranslate({ address, apiKey: 'secret', outgoing: createOutgoing({ policy: originPolicy(address) }) });
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  answer = (texts) => ({ status: 200, body: { translatedText: texts.map((text) => text.toUpperCase()) } });
});

const translate = (texts: readonly string[], target = 'fr-CA') =>
  machine.translate(texts, { source: 'en', target }, new AbortController().signal);

describe('a LibreTranslate server', () => {
  it('is asked for languages, with its key, as HTML', async () => {
    expect(await translate(['one', '<p>two</p>'])).toEqual(['ONE', '<P>TWO</P>']);
    expect(asked).toEqual([
      {
        path: '/api/translate',
        body: { q: ['one', '<p>two</p>'], source: 'en', target: 'fr', format: 'html', api_key: 'secret' },
      },
    ]);
  });

  it('is asked in portions, in their order', async () => {
    const texts = Array.from({ length: 7 }, (_, n) => `${n}${'a'.repeat(1_900)}`);
    expect(await translate(texts)).toEqual(texts.map((text) => text.toUpperCase()));
    expect(asked.map(({ body }) => body.q.length)).toEqual([2, 2, 2, 1]);
  });

  it('is not asked between regions of one language', async () => {
    expect(await translate(['one'], 'en-CA')).toEqual(['one']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['refuses', { status: 429, body: { error: 'slow down' } }],
    ['answers something else', { status: 200, body: { translatedText: 'one' } }],
    ['answers too few texts', { status: 200, body: { translatedText: [] } }],
  ])('yields no translation if it %s', async (_what, bad) => {
    answer = () => bad;
    await expect(translate(['one'])).rejects.toThrow();
  });
});
