import { endRequests } from './endRequests.ts';

describe('the requests of a service that stops', () => {
  it('end after those that come before it counts as not ready, the long ones first', async () => {
    const done: string[] = [];
    const note = (what: string) => async (ms?: number) => {
      await undefined;
      done.push(ms === undefined ? what : `${what} ${ms}`);
    };
    const stopping = new AbortController();
    stopping.signal.addEventListener('abort', () => done.push('long requests end'));
    await endRequests({ drain: note('drained for'), close: note('closed') }, stopping, 7);
    expect(done).toEqual(['drained for 7', 'long requests end', 'closed']);
    expect(stopping.signal.reason).toMatchObject({ code: 'rest_site_stopping', status: 503, data: { retry_after: 5 } });
  });
});
