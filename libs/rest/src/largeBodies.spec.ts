import { EventEmitter } from 'node:events';
import { createExpensiveAnswers, defaultExpensiveAnswers } from './expensiveAnswers.ts';
import { createLargeBodies } from './largeBodies.ts';
import { route } from './route.ts';
import { serveRoutes } from './testing.ts';

const MAX_BYTES = 4_000_000;
const ADDRESS_BYTES = 1_000_000;
const SMALL_BYTES = 65_536;

/** A response that closes when the spec says so. */
const openResponse = () => {
  const response = Object.assign(new EventEmitter(), { closed: false });
  const close = (): void => {
    response.closed = true;
    response.emit('close');
  };
  return { response, close };
};

describe('large bodies', () => {
  const { count } = createLargeBodies(MAX_BYTES);
  const begin = (address: string) => {
    const { response, close } = openResponse();
    return { arrive: count(address, response), close };
  };
  const refusal = expect.objectContaining({ code: 'rest_too_busy', status: 503, data: { retry_after: 5 } });

  it('are refused beyond a quarter of the maximum for one address, until one of them is answered', () => {
    const [first, second] = [begin('a'), begin('a')];
    first.arrive(ADDRESS_BYTES);
    expect(() => second.arrive(SMALL_BYTES + 1)).toThrow(refusal);
    first.close();
    begin('a').arrive(ADDRESS_BYTES);
  });

  it('are refused beyond the maximum for all addresses, while small bodies have room', () => {
    const { count: countAll } = createLargeBodies(MAX_BYTES);
    const responses = ['a', 'b', 'c', 'd'].map((address) => {
      const { response, close } = openResponse();
      countAll(address, response)(ADDRESS_BYTES);
      return close;
    });
    const arriveFrom = (address: string, bytes: number): void => countAll(address, openResponse().response)(bytes);
    expect(() => arriveFrom('e', SMALL_BYTES + 1)).toThrow(refusal);
    arriveFrom('e', SMALL_BYTES);
    for (const close of responses) close();
    arriveFrom('e', ADDRESS_BYTES);
  });

  it('are counted as they arrive, and not after their response has closed', () => {
    const { arrive, close } = begin('slow');
    for (let part = 0; part < 10; part++) arrive(ADDRESS_BYTES / 10);
    expect(() => arrive(1)).toThrow(refusal);
    close();
    arrive(ADDRESS_BYTES);
    begin('slow').arrive(ADDRESS_BYTES);
  });
});

describe('large bodies to a service', () => {
  it('are counted together if they come from one network', async () => {
    const hosts = ['2001:db8::1', '2001:db8::2', '2001:db8::3'];
    // two have room in the 16 MiB of one network
    const body = Buffer.alloc(7_000_000);
    let arrived = 0;
    const release = Promise.withResolvers<void>();
    const upload = route({
      namespace: 'spec/v1',
      path: '/upload',
      methods: ['POST'],
      summary: 'Waits until the others have arrived or been refused.',
      args: {},
      bodyLimit: 8_000_000,
      handle: async () => {
        arrived += 1;
        if (arrived === hosts.length) release.resolve();
        await release.promise;
        return { body: null };
      },
    });
    const networkOf = (address: string) => address.slice(0, '2001:db8'.length);
    const rest = await serveRoutes({
      routes: [upload],
      expensiveAnswers: createExpensiveAnswers(defaultExpensiveAnswers, networkOf),
    });
    const send = async (host: string): Promise<number> => {
      const headers = { 'content-type': 'application/octet-stream', 'x-forwarded-for': host };
      const { status } = await rest.ask('/spec/v1/upload', { method: 'POST', headers, body });
      if (status === 503) release.resolve();
      return status;
    };
    expect((await Promise.all(hosts.map(send))).sort()).toEqual([200, 200, 503]);
    await rest.close();
  });
});
