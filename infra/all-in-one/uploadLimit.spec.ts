import { defaultLimits } from '@almanac/service';
import { applicationPassword, basic, startAsked } from './askedSite.contract.ts';

describe('the limit of uploads', () => {
  it('counts each user alone, and its header shows the uploads left', async () => {
    const site = await startAsked({ limits: { ...defaultLimits, upload: { most: 2, seconds: 60 } } });
    const upload = async (role: string) => {
      const answer = await fetch(`${site.origin}/en/json/core/v2/media`, {
        method: 'POST',
        headers: {
          ...basic(role, applicationPassword(role)),
          'content-type': 'text/plain',
          'content-disposition': 'attachment; filename="a.txt"',
        },
        body: 'a',
      });
      const { code } = (await answer.json()) as { readonly code?: string };
      return [answer.status, answer.headers.get('ratelimit')?.split(';')[1], code];
    };
    expect(await upload('author')).toEqual([201, 'r=1', undefined]);
    expect(await upload('author')).toEqual([201, 'r=0', undefined]);
    expect(await upload('author')).toEqual([429, 'r=0', 'rest_too_many_requests']);
    expect(await upload('editor')).toEqual([201, 'r=1', undefined]);
    await site.running.stop();
  });
});
