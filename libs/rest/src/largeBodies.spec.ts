import { EventEmitter } from 'node:events';
import { createLargeBodies } from './largeBodies.ts';

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
