import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type AskedSite, startAsked } from './askedSite.contract.ts';

const INDEX = 'GET /en/json/ HTTP/1.1\r\nHost: a\r\n\r\n';
const POSTS = '/en/json/core/v2/posts';

describe('a flooded site', () => {
  let site: AskedSite;
  beforeAll(async () => {
    site = await startAsked();
  });
  afterAll(() => site.running.stop());

  const send = (...sent: string[]): Socket => {
    const socket = connect(site.running.port, '127.0.0.1').on('error', () => undefined);
    for (const each of sent) socket.write(each);
    return socket;
  };
  const answerTo = (...sent: string[]): Promise<string> => text(send(...sent)).catch(() => '');
  const request = (method: string, path: string, ...headers: string[]): string =>
    `${[`${method} ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
  const answered = async (): Promise<number> => {
    const metrics = (await site.ask('/metrics')).text;
    const counts = metrics.matchAll(/^http_request_duration_seconds_count\{[^}]*service="gateway"[^}]*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('starts one of the pipelined requests of each connection that sends too many', async () => {
    await site.ask('/en/json/');
    const before = await answered();
    const sockets = Array.from({ length: 8 }, () => send(INDEX.repeat(1_700)));
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    expect((await site.ask('/en/json/none')).status).toBe(404);
    expect((await answered()) - before).toBeLessThanOrEqual(8 + 1);
  });

  it.each(['/en/json/', '/en/json/openapi.json', POSTS, '/en/', '/en/admin/sign-in'])(
    'answers pipelined requests of %s in turn',
    async (path) => {
      const answers = await answerTo(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(5), request('GET', path));
      expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(6);
    },
  );

  it.each([
    ['more headers than Node counts', 431, request('GET', POSTS, ...Array.from({ length: 2_500 }, () => 'X:1'))],
    ['five hundred headers', 200, request('GET', POSTS, ...Array.from({ length: 500 }, (_, at) => `${at}:`))],
    ['a long header', 431, request('GET', POSTS, `X: ${'x'.repeat(20_000)}`)],
    ['two lengths', 400, request('POST', POSTS, 'Content-Length: 2', 'Content-Length: 3')],
    ['a length and chunks', 400, request('POST', POSTS, 'Content-Length: 2', 'Transfer-Encoding: chunked')],
  ])('answers %s with %i', async (_what, status, sent) => {
    expect(await answerTo(sent)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each([
    ['chunks of one byte', '1\r\n \r\n'.repeat(100_000)],
    ['extensions of chunks', `1;${'x'.repeat(100_000)}\r\n \r\n`],
    ['trailers', `0\r\n${'X: 1\r\n'.repeat(20_000)}\r\n`],
  ])('closes connections that send endless %s', async (_what, body) => {
    const head = request('POST', POSTS, 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    expect(await answerTo(head, body)).not.toMatch(/^HTTP\/1\.1 [25]/);
  });

  it('answers others while connections are reset', async () => {
    for (let count = 0; count < 200; count++) {
      const socket = send(INDEX.repeat(5));
      await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    expect((await site.ask(POSTS)).status).toBe(200);
  });
});
