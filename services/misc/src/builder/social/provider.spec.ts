import type { Outgoing } from '@almanac/outgoing';
import { providerAt } from './provider.ts';

describe('the media of a social account', () => {
  it('are requested a bounded number of times, whatever cursors the provider invents', async () => {
    let asked = 0;
    const endless: Outgoing = {
      check: async () => undefined,
      fetch: async () => {
        const paging = { next: 'https://provider.test/', cursors: { after: `page-${++asked}` } };
        const body = Buffer.from(JSON.stringify({ data: [], paging }));
        return { status: 200, headers: {}, body, url: 'https://provider.test/' };
      },
    };
    expect(await providerAt({ url: 'https://provider.test' }, endless).media('token', 100)).toEqual([]);
    expect(asked).toBe(20);
  });
});
