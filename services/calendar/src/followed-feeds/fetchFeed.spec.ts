import { parsePrivateTargets, publicPolicy } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';
import { createFeedOutgoing, feedTexts, fetchFeed } from './fetchFeed.ts';

describe('The fetching of a feed', () => {
  it('gives up on a server that does not end its answer in 30 seconds', async () => {
    const server = await startFakeServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/calendar' });
      response.write('BEGIN:VCALENDAR\r\n');
    });
    const privateTargets = parsePrivateTargets('127.0.0.1') ?? { includes: () => false };
    const outgoing = createFeedOutgoing(publicPolicy({ privateTargets }));
    const asked: (number | undefined)[] = [];
    const impatient: typeof outgoing = {
      ...outgoing,
      fetch: (url, options) => {
        asked.push(options?.timeout);
        return outgoing.fetch(url, { ...options, timeout: 50 });
      },
    };
    const { signal } = new AbortController();
    const fetching = fetchFeed(impatient, `http://127.0.0.1:${server.port}/`, { last: null, signal });
    await expect(fetching).rejects.toThrow(feedTexts.unreachable);
    expect(asked).toEqual([30_000]);
    await server.close();
  });
});
