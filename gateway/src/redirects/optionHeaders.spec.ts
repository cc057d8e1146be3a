import { defaultRedirectOptions, type RedirectOptions } from '@almanac/redirects/schemas';
import { cacheHeaders, rememberHeaders } from './optionHeaders.ts';

const optionsOf = (...headers: RedirectOptions['headers']): RedirectOptions => ({ ...defaultRedirectOptions, headers });
const of = (headerName: string, headerValue: string, location = 'site') => ({ headerName, headerValue, location });
const read = (...headers: RedirectOptions['headers']) => {
  const { page, redirect } = rememberHeaders()(optionsOf(...headers));
  return { page: Object.fromEntries(page), redirect };
};

describe('the headers of the options', () => {
  it('are on pages and redirects, or on redirects alone', () => {
    expect(read(of('X-One', '1'), of('X-Two', '2', 'redirect'))).toEqual({
      page: { 'x-one': '1' },
      redirect: { 'x-one': '1', 'x-two': '2' },
    });
  });

  it('win over those for pages if they are for redirects, and later ones over earlier', () => {
    const headers = [of('X-A', 'redirect', 'redirect'), of('x-a', 'page'), of('X-B', '1'), of('X-B', '2')];
    expect(read(...headers)).toEqual({
      page: { 'x-a': 'page', 'x-b': '2' },
      redirect: { 'x-a': 'redirect', 'x-b': '2' },
    });
  });

  it.each(['Content-Length', 'Location', 'Transfer-Encoding', 'Set-Cookie', 'bad name', ''])('are never %j', (name) => {
    expect(read(of(name, '1'))).toEqual({ page: {}, redirect: {} });
  });

  it('have no line breaks', () => {
    expect(read(of('X-A', 'a\r\nSet-Cookie: b'))).toEqual({ page: {}, redirect: {} });
  });

  it('are computed again when the options have changed', () => {
    const headersOf = rememberHeaders();
    expect(headersOf(optionsOf(of('X-A', '1'))).redirect).toEqual({ 'x-a': '1' });
    expect(headersOf(optionsOf(of('X-A', '2'))).redirect).toEqual({ 'x-a': '2' });
  });
});

describe('the time that caches keep a redirect', () => {
  const now = Date.parse('2026-07-01T12:00:00Z') / 1_000;

  it.each([
    [301, 24, { expires: 'Thu, 02 Jul 2026 12:00:00 GMT', 'cache-control': 'max-age=86400' }],
    [301, 0, {}],
    [302, 24, {}],
    [308, -1, {}],
  ])('follows from status %d and %d hours: %j', (status, hours, headers) => {
    expect(cacheHeaders(status, hours, now)).toEqual(headers);
  });

  it.each([
    [301, -1],
    [307, 24],
  ])('is zero for %d and %d hours', (status, hours) => {
    expect(cacheHeaders(status, hours, now)).toMatchObject({ 'cache-control': expect.stringContaining('no-cache') });
  });
});
