import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { createMfaApp, MfaAppError, maskedAddress } from './mfaApp.ts';

const KEY = 'a key of the operator';
const HANDSHAKE = {
  ip: '203.0.113.7',
  user: 7,
  loginUrl: 'https://site.test/en/admin/code',
  sendCodeUrl: 'https://site.test/en/json/login/v1/mfa/send-code',
  maskedAddress: 'a…@example.test',
};
const HANDED = { token: 't'.repeat(16), secret: 's'.repeat(512), redirect_url: 'https://app.test/code?a=1' };

describe('the outside app of the second step', () => {
  let fake: FakeService;
  let asked: { readonly request: IncomingMessage; readonly body: unknown }[];
  let answer: { readonly status?: number; readonly location?: string; readonly body?: unknown };
  beforeEach(async () => {
    [asked, answer] = [[], { body: HANDED }];
    fake = await startFakeServer(async (request, response) => {
      asked.push({ request, body: await json(request) });
      const { status = 200, location, body } = answer;
      response.writeHead(status, location === undefined ? {} : { location });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  afterEach(() => fake.close());

  const begin = (path = '/begin') =>
    createMfaApp({ url: `http://127.0.0.1:${fake.port}${path}`, key: KEY }).begin(HANDSHAKE);

  it('receives the sign-in, with the key of the operator, and returns its pair', async () => {
    expect(await begin('/begin?site=1')).toEqual({
      token: HANDED.token,
      secret: HANDED.secret,
      redirectUrl: HANDED.redirect_url,
    });
    const [{ request, body }] = asked as [(typeof asked)[number]];
    expect([request.method, request.url, request.headers.authorization]).toEqual([
      'POST',
      '/begin?site=1',
      `Bearer ${KEY}`,
    ]);
    expect(body).toEqual({
      ip: HANDSHAKE.ip,
      login_url: HANDSHAKE.loginUrl,
      send_code_url: HANDSHAKE.sendCodeUrl,
      user_id: 7,
      masked_email: HANDSHAKE.maskedAddress,
    });
  });

  it('cannot lead the handshake elsewhere', async () => {
    for (const location of ['/begin', 'http://169.254.169.254/latest/', `http://localhost:${fake.port}/`]) {
      answer = { status: 307, location };
      await expect(begin()).rejects.toThrow('status 307');
    }
    expect(asked).toHaveLength(3);
  });

  it.each<readonly [string, typeof answer]>([
    ['refuses', { status: 403, body: HANDED }],
    ['answers no JSON', { body: '<p>' }],
    ['answers too much', { body: `${JSON.stringify(HANDED)}${' '.repeat(1_100_000)}` }],
    ['has a short secret', { body: { ...HANDED, secret: 's'.repeat(15) } }],
    ['has a long token', { body: { ...HANDED, token: 't'.repeat(513) } }],
    ['leads to a script', { body: { ...HANDED, redirect_url: 'javascript:alert(1)' } }],
    ['leads to a file', { body: { ...HANDED, redirect_url: 'file:///etc/passwd' } }],
    ['says nothing', { body: null }],
  ])('counts as away if it %s, and its error reveals nothing of the sign-in', async (_what, answered) => {
    answer = answered;
    const error = await begin().catch((each: unknown) => each);
    expect(error).toBeInstanceOf(MfaAppError);
    const text = `${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`;
    for (const secret of [KEY, HANDED.token, HANDED.secret.slice(0, 15), HANDSHAKE.ip])
      expect(text).not.toContain(secret);
  });

  it('counts as away if nobody answers', async () => {
    await fake.close();
    await expect(begin()).rejects.toThrow(MfaAppError);
  });
});

describe('the mail address that an outside app receives', () => {
  it.each([
    ['ana@example.test', 'a…@example.test'],
    ['a@b@example.test', 'a…@example.test'],
    ['@example.test', ''],
    ['nobody', ''],
    ['', ''],
  ])('is masked: %s becomes %s', (address, masked) => expect(maskedAddress(address)).toBe(masked));
});
