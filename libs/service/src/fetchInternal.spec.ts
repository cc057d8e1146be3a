import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  anonymous,
  contentOfBody,
  createKey,
  createVerifier,
  openSeal,
  type Principal,
  readPublicKeys,
  readSigningKey,
  SIGNATURE_HEADER,
} from '@almanac/identity';
import { runWithLimits, UsedLimits } from '@almanac/rest';
import { createFetchInternal } from './fetchInternal.ts';
import { type Listening, listen } from './listen.ts';

const SECRET = 'a secret of the site';
const now = () => new Date('2026-01-01T00:00:00Z');

const signedIn = (header: string) => {
  const { principal, from } = createVerifier({ secret: SECRET }, 'core')(header, now()) ?? {};
  return { principal, from };
};

const seenBy = async (request: IncomingMessage) => ({
  url: request.url,
  method: request.method,
  body: await text(request),
  ...signedIn(String(request.headers['x-almanac-principal'])),
  content: openSeal(
    { method: request.method ?? '', target: request.url ?? '', headers: request.headers },
    SECRET,
    now(),
  ),
  language: request.headers['x-almanac-language'],
  correlation: request.headers['x-almanac-request'],
});

describe('requests between services', () => {
  let server: Listening;
  let answerWith: RequestListener = () => undefined;
  const fetchInternal = createFetchInternal({
    from: 'misc',
    addressOf: (service) => (service === 'core' ? `http://127.0.0.1:${server.port}` : undefined),
    secret: SECRET,
    now,
  });
  const echo: RequestListener = (request, response) =>
    void seenBy(request).then((seen) => response.writeHead(202).end(JSON.stringify(seen)));

  beforeAll(async () => {
    server = await listen((request, response) => answerWith(request, response), { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close(100));

  it('are signed with the key of the process too, if it has one', async () => {
    const key = createKey('misc:1');
    const signing = createFetchInternal({
      from: 'misc',
      addressOf: () => `http://127.0.0.1:${server.port}`,
      secret: SECRET,
      signingKey: readSigningKey(JSON.stringify(key.private)),
      now,
    });
    const publicKeys = readPublicKeys(JSON.stringify({ keys: [key.public] }));
    const verify = createVerifier({ secret: SECRET, publicKeys }, 'core');
    answerWith = ({ headers }, response) => {
      const { from } = verify(String(headers['x-almanac-principal']), now(), String(headers[SIGNATURE_HEADER])) ?? {};
      response.end(JSON.stringify({ from }));
    };
    expect((await signing('core', '/internal/tags')).body).toEqual({ from: 'misc' });
    expect((await fetchInternal('core', '/internal/tags')).body).toEqual({});
  });

  it('are sent as the site itself, under the sender’s name', async () => {
    answerWith = echo;
    const answer = await fetchInternal('core', '/internal/tags', {
      body: { name: 'a' },
      language: 'fr-ca',
      correlation: 'c',
    });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        url: '/internal/tags',
        method: 'POST',
        body: '{"name":"a"}',
        principal: { kind: 'system' },
        from: 'misc',
        content: contentOfBody('{"name":"a"}'),
        language: 'fr-ca',
        correlation: 'c',
      },
    ]);
  });

  it.each<[Principal, string]>([
    [anonymous, 'GET'],
    [{ kind: 'user', id: 1, login: 'a', roles: [] }, 'DELETE'],
  ])('are sent as their principal: %j', async (principal, method) => {
    answerWith = echo;
    const content = contentOfBody('');
    const { body } = await fetchInternal('core', '/x?a=1', { principal, method });
    expect(body).toMatchObject({ principal, method, content });
  });

  it('are sealed as they are sent, whatever characters their path has', async () => {
    answerWith = echo;
    const { body } = await fetchInternal('core', '/internal/pages?search=fête&at=a b');
    expect(body).toMatchObject({ url: '/internal/pages?search=f%C3%AAte&at=a%20b', content: contentOfBody('') });
  });

  it('tell the request that caused them about the limits that they have used', async () => {
    answerWith = (_request, response) =>
      void response.writeHead(429, { 'RateLimit-Policy': '"a";q=1;w=60', RateLimit: '"a";r=0;t=5' }).end('{}');
    const limits = new UsedLimits();
    await runWithLimits(limits, () => fetchInternal('core', '/x'));
    expect(limits.headers()).toEqual({ 'RateLimit-Policy': '"a";q=1;w=60', RateLimit: '"a";r=0;t=5' });
  });

  it('return nothing for an empty body', async () => {
    answerWith = (_request, response) => void response.writeHead(204).end();
    expect(await fetchInternal('core', '/x')).toMatchObject({ status: 204, body: undefined });
  });

  it.each<[string, RequestListener]>([
    ['cuts the connection', (request) => void request.socket.destroy()],
    ['is slow', () => undefined],
    ['answers what is no JSON', (_request, response) => void response.end('<html>')],
  ])('report 503 for a service that %s', async (_what, listener) => {
    answerWith = listener;
    await expect(fetchInternal('core', '/x', { timeout: 60 })).rejects.toMatchObject({ status: 503, service: 'core' });
  });

  it('report 503 for a missing service', async () => {
    await expect(fetchInternal('calendar', '/x')).rejects.toMatchObject({ status: 503, service: 'calendar' });
  });
});
