import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { FakeCore, FakeService, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

/** Milliseconds of a timeout of services that is shorter than the pauses of a stream. */
const TIMEOUT = 200;
/** More than a gateway's connections for requests. */
const MANY = 140;

describe('streams of events through the gateway', () => {
  const core = new FakeCore();
  const calendar = new FakeService('cal/events/v1');
  let site: GatewayUnderTest;
  let begun: ServerResponse[];
  let listeners: IncomingMessage[];

  beforeAll(() => Promise.all([core.start(), calendar.start()]));
  afterAll(() => Promise.all([core.stop(), calendar.stop()]));
  beforeEach(async () => {
    [begun, listeners] = [[], []];
    calendar.answer = ({ url }, response) => {
      // a slow route, a fast one, and streams
      if (url?.includes('slow')) return;
      if (url?.includes('quick')) return void response.end('{}');
      begun.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 0\n\n');
    };
    await start();
  });
  afterEach(async () => {
    for (const answer of listeners) answer.destroy();
    await site.stop();
  });

  const start = async (more = {}) => {
    const addresses = new Map([
      ['core', core.address],
      ['calendar', calendar.address],
    ] as const);
    site = await startGateway(addresses, more);
  };

  /** Asks for a stream and resolves when its first event has arrived. */
  const listen = async (headers = { accept: 'text/event-stream' }): Promise<IncomingMessage> => {
    const sent = httpRequest(`${site.origin}/en/json/cal/events/v1/stream`, { headers, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    listeners.push(answer);
    answer.on('error', () => undefined).setEncoding('utf8');
    if (answer.statusCode === 200) await once(answer, 'data');
    return answer;
  };
  /** Asks for a stream through a gateway whose timeout of services ends while the stream is silent. */
  const listenHurried = async (): Promise<IncomingMessage> => {
    await site.stop();
    await start({ serviceTimeout: TIMEOUT });
    // the timeout also holds until the stream begins, for which a busy machine may need another try
    for (;;) {
      const answer = await listen();
      if (answer.statusCode !== 503) return answer;
    }
  };
  const status = async (path: string) => (await fetch(`${site.origin}/en/json/cal/events/v1${path}`)).status;

  it('may be silent for longer than a slow service', async () => {
    const answer = await listenHurried();
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.headers['x-request-id']).toBeDefined();
    expect([await status('/slow'), await status('/slow')]).toEqual([503, 503]);
    begun.at(-1)?.write('data: 1\n\n');
    expect(await once(answer, 'data')).toEqual(['data: 1\n\n']);
  });

  it('take no connection that requests could have', async () => {
    for (let count = 0; count < MANY; count++) await listen();
    expect(await status('/quick')).toBe(200);
  });

  it('are limited in number for each service, and free their places', async () => {
    await site.stop();
    await start({ mostStreams: 2 });
    const [first] = [await listen(), await listen()];
    const third = await listen();
    expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '2']);
    const left = once(begun[0] as ServerResponse, 'close');
    first.destroy();
    await left;
    expect((await listen()).statusCode).toBe(200);
  });

  it('end on one side when the other side ends', async () => {
    const [one, other] = [await listen(), await listen()];
    const ended = once(one, 'end');
    begun[0]?.end();
    await ended;
    const closed = once(begun[1] as ServerResponse, 'close');
    other.destroy();
    await closed;
  });

  it('end when the service is cut off', async () => {
    const answer = await listen();
    const closed = new Promise((resolve) => answer.once('close', resolve));
    begun[0]?.destroy();
    await closed;
  });

  it('slow a service down if the client reads nothing', async () => {
    const answer = await listenHurried();
    answer.pause();
    const response = begun.at(-1) as ServerResponse;
    const block = `data: ${'x'.repeat(64_000)}\n\n`;
    let written = 0;
    // until all buffers on the way are full: nothing drains within the timeout of a service
    for (let drained: unknown = true; drained !== undefined && written < 100_000_000; written += block.length)
      if (!response.write(block))
        drained = await Promise.race([once(response, 'drain'), status('/slow').then(() => undefined)]);
    expect(written).toBeLessThan(100_000_000);
  });

  it('are refused to clients that have not asked for one', async () => {
    const answer = await listen({ accept: 'application/json' });
    expect(answer.statusCode).toBe(406);
    expect(JSON.parse(String((await once(answer, 'data'))[0])).code).toBe('rest_not_acceptable');
  });

  it('end at once when the gateway stops', async () => {
    const answer = await listen();
    const ended = once(answer, 'end');
    await site.stop();
    await ended;
    await start();
  });
});
