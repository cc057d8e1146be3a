import { catalogueFaults } from '@almanac/i18n';
import { type HomePage, homePage, homePageCatalogues, homePageTexts } from './homePage.ts';

const page: HomePage = {
  name: 'Rivers & <Bridges>',
  description: '"Quoted"',
  language: 'fr-ca',
  baseUrl: 'http://site.test',
  apiRoot: 'http://site.test/fr-ca/json',
  events: [
    {
      title: 'Tom&#8217;s <em>night</em> <script>x</script>',
      rest_url: 'http://site.test/event/night/?a=1&b=2',
      start_date: '2026-05-01 19:30:00',
      all_day: false,
    },
    { title: 'Fair', rest_url: 'http://site.test/event/fair/', start_date: '2026-05-02 00:00:00', all_day: true },
  ],
};

describe('the home page', () => {
  it('shows what is on, in the asked language', () => {
    const html = homePage(page);
    expect(html).toContain('<html lang="fr-CA">');
    expect(html).toContain('À l’affiche');
    expect(html).toContain('vendredi 1 mai 2026');
    expect(html).toMatch(/<time datetime="2026-05-02T00:00:00">samedi 2 mai 2026<\/time>/);
    expect(html).toContain('<a href="http://site.test/fr-ca/json/"><code>http://site.test/fr-ca/json/</code></a>');
    expect(html).toContain('hreflang="fr-CA" aria-current="page"');
  });

  it('lets no markup in', () => {
    const html = homePage(page);
    expect(html).toContain('Rivers &amp; &lt;Bridges&gt;');
    expect(html).toContain('Tom&#8217;s night x');
    expect(html).toContain('href="http://site.test/event/night/?a=1&amp;b=2"');
    expect(html).not.toContain('<script');
  });

  it('says so when nothing is planned, and when the calendar is silent', () => {
    expect(homePage({ ...page, language: 'en', events: [] })).toContain('Nothing is planned just now.');
    expect(homePage({ ...page, language: 'es-us', events: undefined })).toContain('El calendario no responde');
  });

  it('has all its texts in every language', () => {
    expect(catalogueFaults(homePageTexts, homePageCatalogues)).toEqual([]);
  });
});
