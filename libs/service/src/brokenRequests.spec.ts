import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Listening, listen } from './listen.ts';

describe('a malformed HTTP request', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(
      (request, response) => {
        if (request.url === '/begun') response.write('begun');
        else if (request.url !== '/waiting') response.end('fine');
      },
      { port: 0, host: '127.0.0.1' },
    );
  });
  afterAll(() => server.close(0));

  const answerTo = (sent: string): Promise<string> => {
    const socket = connect(server.port, '127.0.0.1');
    socket.end(Buffer.from(sent, 'latin1'));
    return text(socket);
  };
  const request = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

  it.each([
    ['bytes in the address', request('/\xe9'), 400, 'rest_malformed_request'],
    ['no method', 'x\r\n\r\n', 400, 'rest_malformed_request'],
    ['two lengths', request('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400, 'rest_malformed_request'],
    ['an unknown expectation', request('/', 'Expect: 200-ok\r\n'), 417, 'rest_expectation_failed'],
    ['large headers', request('/', `X: ${'x'.repeat(40_000)}\r\n`), 431, 'rest_headers_too_large'],
  ])('is refused with the common body if it has %s', async (_name, sent, status, code) => {
    const [head, body] = (await answerTo(sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(String(body))).toEqual({ code, message: expect.any(String), data: { status } });
  });

  it('is refused without a body for HEAD', async () => {
    const answer = await answerTo(request('/\xe9').replace('GET', 'HEAD'));
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\n\r\n$/);
  });

  it('is refused after a complete answer, and cuts one that has begun', async () => {
    expect(await answerTo(`${request('/')}x\r\n\r\n`)).toContain('fine');
    expect(await answerTo(`${request('/begun')}x\r\n\r\n`)).not.toContain('rest_malformed_request');
    expect(await answerTo(`${request('/waiting')}x\r\n\r\n`)).toBe('');
  });
});
