import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { createOutgoing, type Method, type OutgoingOptions, originPolicy, publicPolicy } from './index.ts';
import { type FakeService, startFakeServer } from './testing.ts';

interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly content: string;
}

const contentOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('an outgoing request with a body', () => {
  let fake: FakeService;
  let other: FakeService;
  let answer: RequestListener;
  let seen: ReceivedRequest[];
  let seenByOther: IncomingMessage[];
  beforeEach(async () => {
    [seen, seenByOther] = [[], []];
    answer = (_request, response) => void response.end('hello');
    fake = await startFakeServer(async (request, response) => {
      seen.push({ request, content: await contentOf(request) });
      answer(request, response);
    });
    other = await startFakeServer((request, response) => {
      seenByOther.push(request);
      if (request.url === '/back') response.writeHead(302, { location: at('/last') });
      response.end('other');
    });
  });
  afterEach(() => Promise.all([fake.close(), other.close()]));

  const both = { allowsPort: () => true, allowsAddress: () => true };
  const outgoing = (more: OutgoingOptions = {}) => createOutgoing({ resolve: fake.resolve, policy: both, ...more });
  const at = (path: string, server = fake): string => `http://named.test:${server.port}${path}`;
  const leadingTo =
    (location: string): RequestListener =>
    (request, response) =>
      void response.writeHead(request.url === '/last' ? 200 : 307, { location }).end('x');

  it.each<Method>(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'arrives whole by %s, with its length announced',
    async (method) => {
      const headers = { 'Content-Type': 'application/json', 'X-One': '1' };
      await outgoing().fetch(at('/hook'), { method, headers, content: '{"é":1}' });
      expect(seen.map(({ content }) => content)).toEqual(['{"é":1}']);
      expect(seen[0]?.request.method).toBe(method);
      expect(seen[0]?.request.headers).toMatchObject({
        'content-type': 'application/json',
        'x-one': '1',
        'content-length': '8',
      });
    },
  );

  it('may send bytes, or nothing at all', async () => {
    await outgoing().fetch(at('/'), { method: 'POST', content: new Uint8Array([104, 105]) });
    await outgoing().fetch(at('/'), { method: 'POST' });
    expect(seen.map(({ content, request }) => [content, request.headers['content-length']])).toEqual([
      ['hi', '2'],
      ['', '0'],
    ]);
  });

  it('is not sent when the name leads inwards', async () => {
    const strict = outgoing({ policy: publicPolicy({ ports: [fake.port] }) });
    await expect(strict.fetch(at('/'), { method: 'POST', content: 'x' })).rejects.toMatchObject({ reason: 'refused' });
    expect(seen).toEqual([]);
  });

  it.each<Method>(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is not repeated by a redirect of %s, which is the answer',
    async (method) => {
      answer = leadingTo(at('/', other));
      const { status, headers } = await outgoing().fetch(at('/'), { method, content: 'x' });
      expect([status, headers.location, seenByOther]).toEqual([307, at('/', other), []]);
    },
  );

  it('counts into the time limit of the whole', async () => {
    answer = () => undefined;
    const asked = outgoing().fetch(at('/'), { method: 'POST', content: 'x', timeout: 50 });
    await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('has an answer that is limited like any other', async () => {
    answer = (_request, response) => void response.end('x'.repeat(101));
    const asked = outgoing().fetch(at('/'), { method: 'POST', content: 'x', maxBytes: 100 });
    await expect(asked).rejects.toMatchObject({ reason: 'too-large' });
  });

  describe('whose secret is in headers', () => {
    const headers = { authorization: 'Bearer s3cret', 'x-key': 's3cret' };

    it('follows a redirect within the origin', async () => {
      answer = leadingTo('/last');
      await outgoing().fetch(at('/'), { headers });
      expect(seen.map(({ request }) => request.headers['x-key'])).toEqual(['s3cret', 's3cret']);
    });

    it('never carries it to another origin, nor back from there', async () => {
      answer = leadingTo(at('/back', other));
      expect((await outgoing().fetch(at('/'), { headers })).url).toBe(at('/last'));
      expect(inspect(seenByOther.map((request) => request.rawHeaders))).not.toContain('s3cret');
      expect(seen.map(({ request }) => request.headers.authorization)).toEqual(['Bearer s3cret', undefined]);
    });

    it('shows it in no error', async () => {
      answer = (request) => void request.socket.destroy();
      const broken = await outgoing()
        .fetch(at('/'), { headers })
        .catch((error: unknown) => error);
      const invalid = await outgoing()
        .fetch(at('/'), { headers: { authorization: 's3cret\r\nx: y' } })
        .catch((error: unknown) => error);
      expect([broken, invalid]).toMatchObject([{ reason: 'unreachable' }, { reason: 'refused' }]);
      expect(inspect([broken, invalid], { depth: 20, showHidden: true })).not.toContain('s3cret');
    });

    it.each(['Host', 'connection', 'content-length', 'Transfer-Encoding', 'cookie', 'proxy-authorization', 'a b', ''])(
      'is refused as “%s”',
      async (name) => {
        const asked = outgoing().fetch(at('/'), { method: 'POST', headers: { [name]: '1' } });
        await expect(asked).rejects.toMatchObject({ reason: 'refused' });
        expect(seen).toEqual([]);
      },
    );
  });

  describe('to a configured origin', () => {
    const configured = (address = at('/api')) => outgoing({ policy: originPolicy(address) });

    it('arrives, wherever the name leads', async () => {
      await configured().fetch(at('/api/jobs'), { method: 'POST', content: 'x' });
      expect(seen.map(({ content }) => content)).toEqual(['x']);
    });

    it.each([
      ['another host', () => `http://other.test:${fake.port}/`],
      ['another port', () => at('/', other)],
      ['another scheme', () => `https://named.test:${fake.port}/`],
      ['credentials', () => `http://user:word@named.test:${fake.port}/`],
      ['a name that only begins alike', () => `http://named.test.evil.test:${fake.port}/`],
    ])('does not reach %s', async (_kind, address) => {
      await expect(configured().fetch(address())).rejects.toMatchObject({ reason: 'refused' });
      expect([seen, seenByOther]).toEqual([[], []]);
    });

    it('follows no redirect, not even within the origin', async () => {
      answer = leadingTo('/last');
      expect(await configured().fetch(at('/'))).toMatchObject({ status: 307, url: at('/') });
      expect(seen).toHaveLength(1);
    });

    it.each(['', 'engine:5000', 'file:///etc/passwd', 'http://user:word@engine/'])('cannot be “%s”', (address) => {
      expect(() => originPolicy(address)).toThrow(expect.objectContaining({ reason: 'refused' }));
    });
  });
});
