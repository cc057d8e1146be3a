import { unreadyReasons } from './readiness.ts';

const never = (): Promise<void> => new Promise(() => undefined);

describe('readiness', () => {
  it('names for each part why it cannot serve, and is silent about the others', async () => {
    const checks = {
      store: async () => undefined,
      bus: () => Promise.reject(new Error('not reached yet')),
      relay: never,
    };
    expect(await unreadyReasons(checks, 20)).toEqual({ bus: 'not reached yet', relay: 'no answer within 20 ms' });
  });
});
