import { negotiatedLanguage } from './negotiation.ts';

describe('the negotiated language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr-CA', 'fr-ca'],
    ['fr', 'fr-ca'],
    ['es-MX, en;q=0.5', 'es-us'],
    ['en-GB', 'en'],
    ['en-CA,en;q=0.9', 'en-ca'],
    ['de, fr;q=0.4, es;q=0.8', 'es-us'],
    ['de', 'en'],
    ['*', 'en'],
    ['fr;q=0', 'en'],
  ])('is chosen by Accept-Language: %s gives %s', (accepted, expected) => {
    expect(negotiatedLanguage(accepted, 'en')).toBe(expected);
  });
});
