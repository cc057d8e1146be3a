import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createOutgoing, createResolve, type OutgoingOptions, originPolicy, publicPolicy } from './index.ts';
import { type FakeService, startFakeDns, startFakeServer } from './testing.ts';

const KIB = 1024;

describe('an outgoing request', () => {
  let fake: FakeService;
  let answer: RequestListener;
  let seen: IncomingMessage[];
  beforeEach(async () => {
    seen = [];
    answer = (_request, response) => void response.end('hello');
    fake = await startFakeServer((request, response) => {
      seen.push(request);
      answer(request, response);
    });
  });
  afterEach(() => fake.close());

  const outgoing = (more: OutgoingOptions = {}) => createOutgoing({ ...fake, ...more });
  const at = (path: string, host = 'named.test'): string => `http://${host}:${fake.port}${path}`;
  const reasonOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'answered',
      (error: { reason: string }) => error.reason,
    );
  const redirect = (location: string, status = 302): RequestListener => {
    return (request, response) => {
      const last = request.url === '/last';
      response.writeHead(last ? 200 : status, last ? {} : { location }).end('x');
    };
  };

  it('returns status, headers, body and address', async () => {
    answer = (_request, response) => void response.writeHead(404, { 'x-one': '1' }).end('none here');
    const { status, headers, body, url } = await outgoing().fetch(at('/a?b=c#d'));
    expect([status, headers['x-one'], body.toString(), url]).toEqual([404, '1', 'none here', at('/a?b=c#d')]);
  });

  it('identifies the site and nobody else', async () => {
    await outgoing({ userAgent: 'Almanac/9' }).fetch(at('/'), { accept: 'application/json' });
    expect(seen[0]?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      connection: 'close',
      host: `named.test:${fake.port}`,
      'user-agent': 'Almanac/9',
    });
  });

  it('may ask for the headers alone', async () => {
    answer = (_request, response) => void response.writeHead(200, { 'content-length': 9 * KIB * KIB }).end();
    expect((await outgoing().fetch(at('/'), { method: 'HEAD' })).body).toHaveLength(0);
    expect(seen[0]?.method).toBe('HEAD');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('decodes %s', async (encoding, compress) => {
    answer = (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(compress('hi'));
    expect((await outgoing().fetch(at('/'))).body.toString()).toBe('hi');
  });

  describe('to a name', () => {
    it('resolves the name once, and connects to the checked address', async () => {
      const asked: string[] = [];
      const resolve = async (host: string) => {
        asked.push(host);
        // the second answer is the attacker's: the client must not request it
        return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
      };
      expect((await outgoing({ resolve }).fetch(at('/', 'rebinding.test'))).status).toBe(200);
      expect([asked, seen]).toEqual([['rebinding.test'], [expect.anything()]]);
    });

    it('goes nowhere if the name leads inwards', async () => {
      const { resolve, port } = fake;
      const strict = createOutgoing({ resolve, policy: publicPolicy({ ports: [port] }) });
      expect(await reasonOf(strict.fetch(at('/')))).toBe('refused');
      expect(seen).toEqual([]);
    });

    it('waits a limited time for the name', async () => {
      const dns = await startFakeDns(() => undefined);
      const slow = outgoing({ resolve: createResolve({ servers: dns.servers }), timeout: 50 });
      expect(await reasonOf(slow.fetch(at('/')))).toBe('timeout');
      await dns.close();
    });

    it('resolves the name with the system by default', async () => {
      expect(await reasonOf(createOutgoing().fetch('http://localhost/'))).toBe('refused');
      const configured = createOutgoing({ policy: originPolicy(at('/', 'localhost')) });
      expect((await configured.fetch(at('/', 'localhost'))).status).toBe(200);
    });
  });

  describe('that is redirected', () => {
    it.each([301, 302, 303, 307, 308])('follows the status %d', async (status) => {
      answer = redirect('/last', status);
      expect((await outgoing().fetch(at('/'))).url).toBe(at('/last'));
    });

    it('follows to other names, which are checked like the first', async () => {
      const resolve = async (host: string) => [host === 'inner.test' ? '10.0.0.1' : '127.0.0.1'];
      answer = redirect(at('/last', 'other.test'));
      expect((await outgoing({ resolve }).fetch(at('/'))).url).toBe(at('/last', 'other.test'));
      answer = redirect(at('/last', 'inner.test'));
      expect(await reasonOf(outgoing({ resolve }).fetch(at('/')))).toBe('refused');
    });

    it.each([
      ['an inner address', 'http://169.254.169.254/latest/meta-data/'],
      ['an inner address in disguise', 'http://2852039166/'],
      ['another port', 'http://named.test:22/'],
      ['another scheme', 'file:///etc/passwd'],
      ['credentials', 'http://user:word@named.test/'],
      ['no address', 'http://['],
    ])('is not sent to %s', async (_kind, location) => {
      answer = redirect(location);
      expect(await reasonOf(outgoing().fetch(at('/')))).toBe('refused');
      expect(seen).toHaveLength(1);
    });

    it('follows three redirects at most', async () => {
      answer = (request, response) => {
        const turn = Number(request.url?.slice(1));
        response.writeHead(turn === 3 ? 200 : 302, { location: `/${turn + 1}` }).end();
      };
      expect((await outgoing().fetch(at('/0'))).url).toBe(at('/3'));
      answer = redirect('/again');
      expect(await reasonOf(outgoing().fetch(at('/0')))).toBe('too-many-redirects');
    });

    it('keeps the time limit of the whole request', async () => {
      answer = (_request, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
      expect(await reasonOf(outgoing({ redirects: 50 }).fetch(at('/'), { timeout: 150 }))).toBe('timeout');
    });
  });

  describe('with limits', () => {
    const endless = (headers = {}): { listener: RequestListener; sent: () => number } => {
      let sent = 0;
      const listener = (_request: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, headers);
        const more = (): void => {
          if (response.destroyed) return;
          sent += 64 * KIB;
          response.write(Buffer.alloc(64 * KIB, 'x'), () => setImmediate(more));
        };
        more();
      };
      return { listener, sent: () => sent };
    };

    it('fails beyond a number of bytes, announced or not', async () => {
      answer = (_request, response) => void response.end('x'.repeat(101));
      const { fetch } = outgoing();
      expect(await reasonOf(fetch(at('/'), { maxBytes: 100 }))).toBe('too-large');
      expect((await fetch(at('/'), { maxBytes: 101 })).body).toHaveLength(101);
      const flood = endless();
      answer = flood.listener;
      expect(await reasonOf(fetch(at('/'), { maxBytes: 100 * KIB }))).toBe('too-large');
      expect(flood.sent()).toBeLessThan(16 * KIB * KIB);
    });

    it('keeps the beginning on request', async () => {
      const flood = endless();
      answer = flood.listener;
      const { body } = await outgoing().fetch(at('/'), { maxBytes: 150 * KIB, cut: true });
      expect(body).toHaveLength(150 * KIB);
      expect(flood.sent()).toBeLessThan(16 * KIB * KIB);
    });

    it('writes a body to a file, up to the limit, and returns that of a refusal', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'outgoing-'));
      const file = join(folder, 'body');
      answer = (_request, response) => void response.end(Buffer.alloc(300 * KIB, 'a'));
      const { status, body } = await outgoing().fetch(at('/'), { maxBytes: 300 * KIB, file });
      expect([status, body.length, readFileSync(file, 'utf8')]).toEqual([200, 0, 'a'.repeat(300 * KIB)]);
      expect(await reasonOf(outgoing().fetch(at('/'), { maxBytes: 299 * KIB, file }))).toBe('too-large');
      answer = (_request, response) => void response.writeHead(404).end('none');
      expect((await outgoing().fetch(at('/'), { file })).body.toString()).toBe('none');
      rmSync(folder, { recursive: true });
    });

    it('counts bytes after decompression', async () => {
      const bomb = gzipSync(Buffer.alloc(8 * KIB * KIB));
      answer = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      expect(bomb.length).toBeLessThan(10 * KIB);
      expect(await reasonOf(outgoing().fetch(at('/'), { maxBytes: 100 * KIB }))).toBe('too-large');
    });

    it('ends in time: before an answer, and within its body', async () => {
      const { fetch } = outgoing({ timeout: 100 });
      answer = () => undefined;
      expect(await reasonOf(fetch(at('/')))).toBe('timeout');
      answer = (_request, response) => {
        response.write('a');
        const drip = setInterval(() => response.write('a'), 20);
        response.once('close', () => clearInterval(drip));
      };
      expect(await reasonOf(fetch(at('/')))).toBe('timeout');
    });
  });

  describe('without a usable answer', () => {
    it('fails if the answer breaks off', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('a', () => response.destroy());
      };
      expect(await reasonOf(outgoing().fetch(at('/')))).toBe('unreachable');
    });

    it('fails if the encoding is unknown or broken', async () => {
      answer = (_request, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
      expect(await reasonOf(outgoing().fetch(at('/')))).toBe('unreachable');
      answer = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
      expect(await reasonOf(outgoing().fetch(at('/')))).toBe('unreachable');
    });

    it('fails if nobody answers, or the answer is not HTTP', async () => {
      const { policy, resolve } = fake;
      const open = createOutgoing({ resolve, policy: { ...policy, allowsPort: () => true } });
      const rude = createTcpServer((socket) =>
        socket
          .on('error', () => undefined)
          .resume()
          .end('220 mail.test\r\n'),
      );
      await new Promise<void>((listening) => rude.listen(0, '127.0.0.1', listening));
      const { port } = rude.address() as AddressInfo;
      expect(await reasonOf(open.fetch(`http://mail.test:${port}/`))).toBe('unreachable');
      await new Promise((closed) => rude.close(closed));
      expect(await reasonOf(open.fetch(`http://mail.test:${port}/`))).toBe('unreachable');
    });

    it('fails over TLS without a certificate for the requested name', async () => {
      const names: string[] = [];
      const tls = createTlsServer({
        SNICallback: (name, done) => {
          names.push(name);
          done(null);
        },
      });
      tls.on('tlsClientError', () => undefined);
      await new Promise<void>((listening) => tls.listen(0, '127.0.0.1', listening));
      const { port } = tls.address() as AddressInfo;
      const { policy, resolve } = fake;
      const open = createOutgoing({ resolve, policy: { ...policy, allowsPort: () => true } });
      expect(await reasonOf(open.fetch(`https://named.test:${port}/`))).toBe('unreachable');
      expect(names).toEqual(['named.test']);
      await new Promise((closed) => tls.close(closed));
    });
  });
});
