import { startFakeServer } from '@almanac/outgoing/testing';
import { createTokens } from './kafkaTokens.ts';

describe('tokens for the brokers', () => {
  const given: { status: number; body: string }[] = [];
  let asked = 0;
  let server: Awaited<ReturnType<typeof startFakeServer>>;
  beforeAll(async () => {
    server = await startFakeServer((_request, response) => {
      asked++;
      const { status, body } = given.shift() ?? { status: 500, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  afterAll(() => server.close());

  const grants = (access_token: string, expires_in?: number) => ({
    status: 200,
    body: JSON.stringify({ access_token, expires_in }),
  });
  const tokensAt = (clock: { now: number }) =>
    createTokens({ url: `http://127.0.0.1:${server.port}/token`, id: 'a', secret: 'b', now: () => clock.now });

  it('are requested once for connections that sign in at the same time, and again shortly before they expire', async () => {
    const clock = { now: 0 };
    const tokens = tokensAt(clock);
    asked = 0;
    given.push(grants('first', 300), grants('second', 300));
    expect(await Promise.all([tokens(), tokens()])).toEqual(['first', 'first']);
    clock.now = 269_000;
    expect(await tokens()).toBe('first');
    clock.now = 271_000;
    expect(await tokens()).toBe('second');
    expect(asked).toBe(2);
  });

  it('are requested again after a refusal, which names the reason of the server', async () => {
    const tokens = tokensAt({ now: 0 });
    given.push({ status: 400, body: '{"error":"invalid_scope"}' }, { status: 200, body: '<html>' }, grants('late'));
    await expect(tokens()).rejects.toThrow('KAFKA_TOKEN_URL grants no token: 400 invalid_scope');
    await expect(tokens()).rejects.toThrow('KAFKA_TOKEN_URL grants no token: 200 no token in the answer');
    expect(await tokens()).toBe('late');
  });
});
