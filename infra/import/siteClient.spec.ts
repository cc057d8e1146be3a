import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSiteClient } from './siteClient.ts';

/** Starts a site that answers a number of requests with 429, and all further ones with 201. */
const limitedSite = async (refusals: number, retryAfter: string) => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    const isRefused = keys.length <= refusals;
    response.writeHead(isRefused ? 429 : 201, { 'retry-after': retryAfter });
    response.end(JSON.stringify(isRefused ? { code: 'rest_too_many_requests', message: 'Too many.' } : { id: 7 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createSiteClient({ root: `http://127.0.0.1:${port}`, user: undefined, password: undefined });
  return { client, keys, stop: () => server.close() };
};

describe('the client of an importer', () => {
  it('waits for a limit that soon counts anew, and repeats the request under the same key', async () => {
    const site = await limitedSite(2, '0');
    const file = { name: 'pier.gif', type: 'image/gif', bytes: Buffer.from('GIF89a') };
    await expect(site.client.upload('/core/v2/media', file, 'pier')).resolves.toEqual({ id: 7 });
    expect(site.keys).toEqual(['pier', 'pier', 'pier']);
    site.stop();
  });

  it.each([
    ['an hour', 1, '3600'],
    ['an unknown time', 1, 'tomorrow'],
    ['every time', 9, '0'],
  ])('does not wait for a limit that refuses for %s', async (_, refusals, retryAfter) => {
    const site = await limitedSite(refusals, retryAfter);
    await expect(site.client.request('POST', '/core/v2/posts', {})).rejects.toMatchObject({ status: 429 });
    expect(site.keys).toHaveLength(refusals === 1 ? 1 : 4);
    site.stop();
  });
});
