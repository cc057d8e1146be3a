import { endRequests } from './endRequests.ts';

describe('the requests of a service that stops', () => {
  it('end after those that come before it counts as not ready, the long ones first', async () => {
    const done: string[] = [];
    const note = (what: string) => async (ms?: number) => {
      await undefined;
      done.push(ms === undefined ? what : `${what} ${ms}`);
    };
    const app = { endLongRequests: () => done.push('long requests end') };
    await endRequests({ drain: note('drained for'), close: note('closed') }, app, 7);
    expect(done).toEqual(['drained for 7', 'long requests end', 'closed']);
  });
});
