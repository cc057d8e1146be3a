import { mediaNamed } from '@almanac/testing/social-provider';
import { mediaPage, profileAnswer, TOKEN, tokenAnswer } from './providerAnswers.ts';

const https = (length: number): string => 'https://media.test/'.padEnd(length, 'x');

/** Returns the parsed form of one media. */
const shownOf = (more: object) => mediaPage.parse({ data: [mediaNamed(1, more)] }).media[0];
const isShown = (more: object): boolean => shownOf(more) !== undefined;

describe('media from the provider', () => {
  it.each<[string, object, object]>([
    ['an id', { id: '1'.repeat(40) }, { id: '1'.repeat(41) }],
    ['an id', { id: '0' }, { id: '' }],
    ['an id', {}, { id: '1x' }],
    ['an id', {}, { id: 'x1' }],
    ['an id', {}, { id: 1 }],
    ['a type', { media_type: 'VIDEO' }, { media_type: 'STORY' }],
    ['an address', { media_url: https(4_000) }, { media_url: https(4_001) }],
    ['an address', {}, { media_url: 'http://media.test/1.jpg' }],
    ['an address', {}, { media_url: 'https://user@media.test/1.jpg' }],
    ['an address', {}, { media_url: 'https://:word@media.test/1.jpg' }],
    ['an address', {}, { media_url: 'none' }],
    ['an address', {}, { media_url: undefined }],
    ['a page', { permalink: https(30) }, { permalink: 'javascript:alert(1)' }],
    ['a page', {}, { permalink: undefined }],
    ['a thumbnail', { thumbnail_url: https(30) }, { thumbnail_url: 'http://media.test/' }],
    ['a thumbnail', { thumbnail_url: undefined }, { thumbnail_url: '' }],
    ['a time', { timestamp: '2031-01-01' }, { timestamp: 'some day' }],
    ['a time', {}, { timestamp: undefined }],
    ['a caption', { caption: undefined }, { caption: 7 }],
  ])('are left out for %s that cannot be shown', (_what, good, bad) => {
    expect([isShown(good), isShown(bad)]).toEqual([true, false]);
  });

  it('have a caption of 5,000 characters at most, cut between characters, and a time in UTC', () => {
    const { item } = shownOf({ caption: `${'x'.repeat(4_999)}😀😀`, timestamp: '2031-01-01T02:00:00+0300' }) ?? {};
    expect(item).toMatchObject({ caption: `${'x'.repeat(4_999)}😀`, timestamp: '2030-12-31T23:00:00.000Z' });
    expect(shownOf({ caption: undefined })?.item.caption).toBe('');
  });

  it('have displayable children if they are carousels', () => {
    const children = { data: [mediaNamed(2), mediaNamed(3, { media_url: 'none' }), 7, null] };
    const album = { media_type: 'CAROUSEL_ALBUM' };
    expect(shownOf({ ...album, children })).toMatchObject({ item: { children_count: 1 }, children: [{}] });
    expect(shownOf(album)).toMatchObject({ item: { children_count: 0 }, children: [] });
    expect(shownOf({ children })).toEqual({ item: shownOf({})?.item, children: [] });
    expect(shownOf({})?.item).not.toHaveProperty('children_count');
    expect(isShown({ ...album, children: [] })).toBe(false);
  });

  it.each<[unknown, string | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [{ cursors: { after: 'A' } }, undefined],
    [{ next: 'https://provider.test/' }, undefined],
    [{ next: 'https://provider.test/', cursors: {} }, undefined],
    [{ next: 'https://provider.test/', cursors: { after: 'A' } }, 'A'],
    [{ next: '', cursors: { after: 'x'.repeat(2_000) } }, 'x'.repeat(2_000)],
  ])('continue if there is a next page: %j', (paging, after) => {
    expect(mediaPage.parse({ data: [], ...(paging !== undefined && { paging }) })).toEqual({ media: [], after });
  });

  it.each([{}, [], { data: {} }, { data: [], paging: 7 }, { data: [], paging: { cursors: 7 } }])(
    'are rejected as %j',
    (said) => {
      expect(mediaPage.safeParse(said).success).toBe(false);
    },
  );

  it.each(['', 'x'.repeat(2_001)])('do not continue by a cursor of an invalid length: %#', (after) => {
    expect(mediaPage.safeParse({ data: [], paging: { next: 'n', cursors: { after } } }).success).toBe(false);
  });
});

describe('an account from the provider', () => {
  const known = { user_id: '17', username: 'riverside' };

  it('has a number and a name, and may have a type', () => {
    expect(profileAnswer.parse({ ...known, more: 1 })).toEqual({
      account: '17',
      username: 'riverside',
      account_type: null,
    });
    const longest = { user_id: '1'.repeat(40), username: 'x'.repeat(100), account_type: 'y'.repeat(100) };
    const { user_id: account, ...others } = longest;
    expect(profileAnswer.parse(longest)).toEqual({ account, ...others });
  });

  it.each([
    { user_id: 17 },
    { user_id: 'x' },
    { username: '' },
    { username: undefined },
    { username: 'x'.repeat(101) },
    { account_type: 'x'.repeat(101) },
    { account_type: null },
  ])('is rejected with %j', (more) => {
    expect(profileAnswer.safeParse({ ...known, ...more }).success).toBe(false);
  });
});

describe('a token from the provider', () => {
  const MAX_SECONDS = 5 * 366 * 86_400;

  it.each([undefined, 1, MAX_SECONDS])('may end after %p seconds', (expires_in) => {
    expect(tokenAnswer.parse({ access_token: 'T', expires_in })).toEqual({ token: 'T', expiresIn: expires_in });
  });

  it.each([0, -1, 1.5, MAX_SECONDS + 1, '60', null])('does not end after %p seconds', (expires_in) => {
    expect(tokenAnswer.safeParse({ access_token: 'T', expires_in }).success).toBe(false);
  });

  it.each([
    ['!', true],
    ['~'.repeat(4_000), true],
    ['', false],
    ['x'.repeat(4_001), false],
    ['two words', false],
    ['line\n', false],
    ['\u007f', false],
    ['é', false],
  ])('fits into a header or is rejected: %#', (token, fits) => {
    expect([TOKEN.test(token), tokenAnswer.safeParse({ access_token: token }).success]).toEqual([fits, fits]);
  });
});
