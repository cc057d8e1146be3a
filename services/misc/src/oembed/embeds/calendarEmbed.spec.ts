import { calendarEmbed, isCalendar } from './calendarEmbed.ts';

const site = { site: 'https://site.test/town', siteName: 'River & side', title: 'Events “here”', width: 480 };

describe('the embedded calendar', () => {
  it.each([
    [{ page: 'events/embed' }, true],
    [{ page: 'fr-ca/events/embed' }, true],
    [{ page: 'events' }, false],
    [{ page: 'xx/events/embed' }, false],
    [{ page: 'fr-ca/en/events/embed' }, false],
    [{ page: 'events/embed/list' }, false],
    [{ id: 7 }, false],
  ])('is at %j: %s', (named, expected) => {
    expect(isCalendar(named)).toBe(expected);
  });

  it('is a frame without scripts at the address of the calendar, with its filters', () => {
    const { html, ...members } = calendarEmbed('http://www.site.test/events/embed/?view=month&category=a"b', site);
    expect(members).toEqual({
      version: '1.0',
      provider_name: 'River & side',
      provider_url: 'https://site.test/town',
      author_name: 'River & side',
      author_url: 'https://site.test/town',
      title: 'Events “here”',
      type: 'rich',
      width: 480,
      height: 640,
    });
    expect(html).toContain(
      '<iframe src="https://site.test/events/embed/?view=month&amp;category=a%22b" title="Events “here”"',
    );
    expect(html).toContain('sandbox="allow-popups allow-top-navigation-by-user-activation" width="480" height="640"');
    expect(html).not.toMatch(/allow-scripts|allow-same-origin/);
  });

  it.each([
    [0, 200],
    [9_000, 600],
  ])('has a width within limits: %d becomes %d', (width, expected) => {
    const embed = calendarEmbed('https://site.test/events/embed/', { ...site, width });
    expect(embed.width).toBe(expected);
    expect(embed.html).toContain(`width="${expected}"`);
  });

  it('escapes its title', () => {
    const { html } = calendarEmbed('https://site.test/events/embed/', { ...site, title: 'A "b" <c>' });
    expect(html).toContain('title="A &quot;b&quot; &lt;c&gt;"');
  });
});
