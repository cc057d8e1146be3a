import { withProviderCards } from './providerCards.ts';
import { renderContextFor } from './testing.ts';

const shown = (content: string, language = 'en'): string => withProviderCards(content, renderContextFor(language));

/** Returns the address to which the card in the frame leads. */
const sourceOf = (address: string): string | undefined =>
  /href=&quot;([^"]*?)&quot;/.exec(shown(`<p>${address}</p>`))?.[1]?.replaceAll('&amp;amp;', '&');

describe('cards of providers', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&#038;t=10',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
    ['https://dai.ly/x8abcde', 'https://geo.dailymotion.com/player.html?video=x8abcde'],
    [
      'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://soundcloud.com/some-one/a-song',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsome-one%2Fa-song&auto_play=true',
    ],
    [
      'https://www.google.com/maps/place/Town+Hall/@45.5,-73.5,17z',
      'https://www.google.com/maps?q=Town+Hall&output=embed',
    ],
    [
      'https://www.openstreetmap.org/?mlat=45.5&#038;mlon=-73.5#map=16/45.5/-73.5',
      'https://www.openstreetmap.org/export/embed.html?bbox=-73.50549%2C45.49725%2C-73.49451%2C45.50275&marker=45.5%2C-73.5',
    ],
  ])('stand for %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=%22%3E%3Cb%3E',
    'https://vimeo.com/about',
    'https://www.google.com/search?q=maps',
    'https://www.openstreetmap.org/about',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'http://youtu.be/dQw4w9WgXcQ',
  ])('leave %s as it is', (address) => {
    const content = `<p>${address}</p>`;
    expect(shown(content)).toBe(content);
  });

  it('replace only addresses that stand alone, plain or as a link', () => {
    const within = '<p>See https://youtu.be/dQw4w9WgXcQ now.</p>';
    expect(shown(within)).toBe(within);
    const link = '<a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a>';
    const figure = `<figure class="block"><div class="wrapper">\n${link}\n</div></figure>`;
    expect(shown(figure)).toMatch(
      /^<figure class="block"><figure class="outside video"><iframe .*<\/figure><\/figure>$/,
    );
    expect(shown(`<p>A</p>\n<p>https://youtu.be/dQw4w9WgXcQ</p>\n<p>B</p>`)).toMatch(
      /^<p>A<\/p>\n<figure.*<\/figure>\n<p>B<\/p>$/,
    );
  });

  it('load nothing from the provider, and say what a click does', () => {
    const french = shown('<p>https://youtu.be/dQw4w9WgXcQ</p>', 'fr-ca');
    expect(french).not.toMatch(/\ssrc=/);
    expect(french).toContain('Lire la vidéo');
    expect(french).toContain('<figcaption><a href="https://youtu.be/dQw4w9WgXcQ" rel="external noopener">YouTube</a>');
  });
});
