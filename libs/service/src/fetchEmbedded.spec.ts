import { anonymous } from '@almanac/identity';
import { createFetchEmbedded } from './fetchEmbedded.ts';
import type { FetchInternal } from './fetchInternal.ts';

describe('a link that a service embeds', () => {
  const caller = {
    principal: anonymous,
    language: 'fr-ca',
    site: 'https://site.test',
    apiRoot: 'https://site.test/fr-ca/json',
    requestId: 'r-1',
  };
  const asked: Parameters<FetchInternal>[] = [];
  const fetchInternal: FetchInternal = async (...given) => {
    asked.push(given);
    return { status: 200, headers: new Headers(), body: [{ id: 4 }] };
  };
  const embedded = (path: string) => {
    const received = { path, caller } as Parameters<ReturnType<typeof createFetchEmbedded>>[0]['received'];
    return createFetchEmbedded('calendar', fetchInternal)({ target: `${path}?post=7&context=embed`, received });
  };

  it('is read from its owner in the name of the caller, with the caller’s addresses', async () => {
    expect(await embedded('/core/v2/tags')).toEqual([{ id: 4 }]);
    const headers = { 'x-almanac-site': caller.site, 'x-almanac-api-root': caller.apiRoot };
    const { principal, language, requestId: correlation } = caller;
    expect(asked).toEqual([
      ['core', '/core/v2/tags?post=7&context=embed', { principal, language, headers, correlation }],
    ]);
  });

  it.each(['/core/v2/posts/7', '/core/v2/users/7/x', '/core/v2/cal_events/7'])(
    'is left out if the contracts do not name it: %s',
    async (path) => {
      expect(await embedded(path)).toBeUndefined();
    },
  );
});
