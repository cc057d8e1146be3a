import { alternatesIn } from './oldLanguages.ts';

describe('the versions in the head of a page', () => {
  it('are its alternates with a language, whatever the order of attributes', () => {
    const html = `<link rel="alternate" hreflang="fr" href="https://old.example/fr/?a=1&amp;b=2" />
      <link href='/de/' hreflang='de' rel='alternate'><link rel="alternate" hreflang="x-default" href="/" />
      <link rel="alternate" type="application/rss+xml" href="/feed/" />`;
    expect(alternatesIn(html, 'https://old.example/')).toEqual([
      { tag: 'fr', address: 'https://old.example/fr/?a=1&b=2' },
      { tag: 'de', address: 'https://old.example/de/' },
    ]);
  });
});
