import type { RestRequest } from './route.ts';
import { sentUnchanged, withoutArgs } from './sentBack.ts';

describe('members that are sent back as shown', () => {
  it('are those that equal the view at any depth, and none outside of it', () => {
    const params = { title: { raw: 'a', rendered: 'A' }, tags: [1], cost: '5', slug: '', own: 1 };
    expect(sentUnchanged({ params }, { title: { raw: 'a', rendered: 'A' }, tags: [1, 2], cost: 5, slug: '' })).toEqual([
      'title',
      'slug',
    ]);
    expect(sentUnchanged({ params: { constructor: Object } }, {})).toEqual([]);
  });

  it('count as missing', () => {
    const request = { args: { title: 'a', slug: 'b' }, given: new Set(['title', 'slug']) } as Partial<RestRequest>;
    const asked = withoutArgs(request as RestRequest<{ title?: string; slug?: string }>, ['title']);
    expect([asked.args, [...asked.given]]).toEqual([{ slug: 'b' }, ['slug']]);
  });
});
