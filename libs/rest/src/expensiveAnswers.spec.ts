import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createExpensiveAnswers, type ExpensiveAnswerLimits } from './expensiveAnswers.ts';
import { type RestRequest, type Route, route } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const PART_BYTES = 64 * 1_024;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

describe('an expensive answer', () => {
  let rest: RestUnderTest | undefined;
  /** The parts that are being made, in the order of their beginning. */
  let making: PromiseWithResolvers<string>[] = [];
  let begun: PromiseWithResolvers<void>;
  let asked = 0;

  const expensive = (path: string, body: (request: RestRequest<unknown>) => Promise<unknown>): Route =>
    route({
      namespace: 'spec/v1',
      path,
      methods: ['GET'],
      summary: 'An expensive answer.',
      expensive: true,
      args: {},
      handle: async (request) => ({ body: await body(request), contentType: 'text/plain' }),
    });

  const endless = async function* () {
    for (;;) yield 'x'.repeat(PART_BYTES);
  };
  const shared = ({ share }: RestRequest<unknown>) => {
    asked += 1;
    return share('part', () => {
      const part = Promise.withResolvers<string>();
      making.push(part);
      begun.resolve();
      return part.promise;
    });
  };

  /** Waits until a further part is being made. */
  const nextPart = async (): Promise<void> => {
    await begun.promise;
    begun = Promise.withResolvers();
  };

  const serve = async (limits: ExpensiveAnswerLimits): Promise<RestUnderTest> => {
    const networkOf = (address: string) => address.slice(0, 3);
    rest = await serveRoutes({
      routes: [
        expensive('/endless', async () => endless()),
        expensive('/short', async () => 'short'),
        expensive('/shared/{name}', shared),
      ],
      expensiveAnswers: createExpensiveAnswers(limits, networkOf),
    });
    return rest;
  };

  /** Sends a request and reads only the beginning of the answer. */
  const begin = async (port: number, address: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /spec/v1/endless HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    return socket.pause();
  };

  beforeEach(() => {
    [asked, making, begun] = [0, [], Promise.withResolvers()];
  });
  afterEach(async () => {
    await rest?.close();
    rest = undefined;
  });

  it('is refused with 429 while its address receives two others, until one of these ends', async () => {
    const { ask, port } = await serve({ perAddress: 2, perProcess: 1 });
    const [first] = [await begin(port, '1.1.1'), await begin(port, '1.1.2')];
    const refused = await ask('/spec/v1/short', from('1.1.3'));
    expect([refused.status, refused.body.code]).toEqual([429, 'rest_too_many_large_answers']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([refused.headers['ratelimit-policy'], refused.headers.ratelimit]).toEqual([
      '"large-answers";q=2;qu="concurrent-requests"',
      '"large-answers";r=0',
    ]);
    const other = await ask('/spec/v1/short', from('2.2.2'));
    expect([other.text, other.headers.ratelimit]).toEqual(['short', '"large-answers";r=1']);
    first.destroy();
    let answer = refused;
    while (answer.status === 429) answer = await ask('/spec/v1/short', from('1.1.3'));
    expect(answer.text).toBe('short');
  });

  it('is refused with 503 while the process makes as many parts as it may', async () => {
    const { ask } = await serve({ perAddress: 2, perProcess: 1 });
    const one = ask('/spec/v1/shared/one');
    await nextPart();
    const refused = await ask('/spec/v1/shared/two');
    expect([refused.status, refused.body.code]).toEqual([503, 'rest_too_busy']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    making[0]?.resolve('made');
    expect((await one).text).toBe('made');
  });

  it('shares a part with all who asked before it was begun, and with nobody who has asked earlier', async () => {
    const { ask } = await serve({ perAddress: 9, perProcess: 1 });
    const early = ask('/spec/v1/shared/one');
    await nextPart();
    const late = [ask('/spec/v1/shared/one'), ask('/spec/v1/shared/one')];
    while (asked < 3) await nextTurn();
    making[0]?.resolve('old');
    expect((await early).text).toBe('old');
    await nextPart();
    making[1]?.resolve('new');
    expect((await Promise.all(late)).map(({ text }) => text)).toEqual(['new', 'new']);
    expect(making).toHaveLength(2);
  });

  it('is made for the next request if a part has failed', async () => {
    const { ask } = await serve({ perAddress: 9, perProcess: 1 });
    const failed = ask('/spec/v1/shared/one');
    await nextPart();
    making[0]?.reject(new Error('lost'));
    expect((await failed).status).toBe(500);
    const next = ask('/spec/v1/shared/one');
    await nextPart();
    making[1]?.resolve('made');
    expect((await next).text).toBe('made');
  });
});
