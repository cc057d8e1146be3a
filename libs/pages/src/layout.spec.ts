import { anonymous } from '@almanac/identity';
import { pageCatalogues } from './catalogues.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { pageAnswer } from './pageAnswer.ts';
import { pageScript, scriptAnswer } from './pageScript.ts';
import { pageTextsContract } from './pageTexts.contract.ts';
import { homeAddress, pageAddress } from './renderContext.ts';
import { securityHeaders } from './security.ts';
import { STYLE, STYLE_HASH } from './style.ts';
import { renderContextFor } from './testing.ts';

describe('addresses of pages', () => {
  it('name every language but the site’s own', () => {
    expect(pageAddress(renderContextFor('en'), 'events')).toBe('https://site.test/events/');
    expect(pageAddress(renderContextFor('fr-ca'), 'events', 'month')).toBe('https://site.test/fr-ca/events/month/');
    expect(pageAddress(renderContextFor('en', { default_language: 'fr-ca' }), 'events')).toBe(
      'https://site.test/en/events/',
    );
    expect(homeAddress(renderContextFor('en'), 'en')).toBe('https://site.test/en/');
  });
});

describe('the page layout', () => {
  const page = {
    title: 'A & B',
    main: html`<h1>A &amp; B</h1>`,
    canonical: 'https://site.test/fr-ca/a/',
    versions: { en: 'https://site.test/a/', 'fr-ca': 'https://site.test/fr-ca/a/' },
    jsonLd: { name: '</script><b>' },
  } as const;
  const shown = layout(page, renderContextFor('fr-ca')).text;

  it('says its language, title and address', () => {
    expect(shown).toMatch(/^<!doctype html>\n<html lang="fr-CA" dir="ltr">/);
    expect(shown).toContain('<title>A &amp; B – Riverside</title>');
    expect(shown).toContain('<link rel="canonical" href="https://site.test/fr-ca/a/">');
  });

  it('shows the logo beside the name, and on the home page alone, where the heading has the name', () => {
    const logo_picture = { path: '/uploads/mill.png', width: 300, height: 90, alt: 'A mill' };
    const plain = renderContextFor('en');
    const renderContext = { ...plain, site: { ...plain.site, logo_picture } };
    const picture = (alt: string) =>
      `<a href="https://site.test/en/"><img src="https://site.test/uploads/mill.png" alt="${alt}" width="300" height="90">`;
    expect(layout(page, renderContext).text).toContain(`${picture('')}<span>Riverside</span></a>`);
    const home = { main: page.main };
    expect(layout(home, renderContext).text).toContain(`${picture('A mill')}</a>`);
    expect(layout(home, plain).text).not.toContain('class="name"');
  });

  it('has the accent colour of the site, which its stylesheet reads', () => {
    expect(layout(page, renderContextFor('en')).text).not.toContain('style="');
    const { text } = layout(page, renderContextFor('en', { settings: { accent_color: '#c2185b' } }));
    const names = [...(/<html[^>]* style="([^"]*)"/.exec(text)?.[1]?.matchAll(/(--[a-z-]+):#[\da-f]{6}/g) ?? [])];
    expect(names).toHaveLength(4);
    for (const [, name] of names) expect(STYLE).toContain(`var(${name},`);
  });

  it('distinguishes its versions, whole languages and everybody else included', () => {
    const links = [...shown.matchAll(/hreflang="([^"]+)" href="([^"]+)">/g)].map(([, tag, href]) => [tag, href]);
    expect(links).toEqual([
      ['en', 'https://site.test/a/'],
      ['fr-CA', 'https://site.test/fr-ca/a/'],
      ['fr', 'https://site.test/fr-ca/a/'],
      ['x-default', 'https://site.test/a/'],
    ]);
  });

  it('describes the page for search engines, whatever the text contains', () => {
    const of = (more: object) => {
      const { text } = layout({ ...page, ...more }, renderContextFor('fr-ca', { description: 'By the "river"' }));
      return /<meta name="description" content="([^"]*)">/.exec(text)?.[1];
    };
    expect(of({ description: 'A & B play.' })).toBe('A &amp; B play.');
    expect(of({ description: '' })).toBe('A &amp; B – Riverside: By the &quot;river&quot;');
    expect(of({ title: undefined })).toBe('By the &quot;river&quot;');
    expect(of({ indexed: false })).toBeUndefined();
    const { text } = layout({ ...page, title: undefined } as never, renderContextFor('fr-ca', { description: '' }));
    expect(text).toContain('<meta name="description" content="Événements et articles de Riverside">');
  });

  it('links every language, and its first page if the page has no version', () => {
    const nav = shown.slice(shown.indexOf('<footer'));
    expect(nav).toContain('<a href="https://site.test/a/" lang="en" dir="ltr" hreflang="en">English</a>');
    expect(nav).toContain(
      '<a href="https://site.test/fr-ca/a/" lang="fr-CA" dir="ltr" hreflang="fr-CA" aria-current="true">',
    );
    expect(nav).toContain('<a href="https://site.test/es-us/" lang="es-US"');
  });

  it('offers visitors a link to sign in, and signed-in people the console and the form of the record', () => {
    const own = { ...page, editedAt: 'calendar/events/7' };
    const [visited, signedIn] = [false, true].map(
      (isSignedIn) => layout(own, renderContextFor('fr-ca'), isSignedIn).text,
    );
    expect(visited).toContain('<a href="https://site.test/fr-ca/admin/" rel="nofollow">Se connecter</a>');
    expect(visited).not.toContain('calendar/events/7');
    expect(signedIn).toContain('<a href="https://site.test/fr-ca/admin/calendar/events/7">Modifier</a>');
    expect(signedIn).toContain('<a href="https://site.test/fr-ca/admin/">Administration</a>');
    expect(signedIn).not.toContain('Se connecter');
    expect(layout(page, renderContextFor('fr-ca'), true).text).not.toContain('Modifier');
    expect(layout({ ...page, hasSignInLink: false }, renderContextFor('fr-ca')).text).not.toContain('Se connecter');
  });

  it('links the interfaces', () => {
    expect(shown).toContain('<link rel="urn:almanac:rel:" href="https://site.test/fr-ca/json/">');
    expect(shown).toContain('<meta name="cal-api-version" content="v1">');
    expect(shown).toContain('<meta name="cal-api-origin" content="https://site.test">');
    expect(shown).toContain('<link rel="alternate" href="https://site.test/fr-ca/json/cal/events/v1/">');
  });

  it('lets no data close their element', () => {
    expect(shown).toContain('<script type="application/ld+json">{"name":"\\u003c/script>\\u003cb>"}</script>');
  });

  it('runs the scripts that it names, which its policy allows by their addresses, and no others', () => {
    const script = pageScript('events/views', 'let a;');
    const address = `https://site.test/${script.path}`;
    expect(script.path).toMatch(/^events\/views-[0-9a-f]{16}\.js$/);
    const request = { principal: anonymous, headers: {} };
    const answer = pageAnswer(request, renderContextFor('fr-ca'), { ...page, scripts: [script] });
    expect(answer.body).toContain(`<script type="module" src="${address}" integrity="${script.integrity}"></script>`);
    const policy = String(answer.headers?.['Content-Security-Policy']);
    expect(policy).toContain(`script-src ${address};`);
    expect(scriptAnswer(script)).toMatchObject({ body: 'let a;', contentType: 'text/javascript; charset=UTF-8' });
  });

  it('has one stylesheet, which its policy allows by its hash, and no script', () => {
    expect(shown).toContain(`<style>${STYLE}</style>`);
    const policy = securityHeaders()['Content-Security-Policy'];
    expect(policy).toContain(`style-src-elem ${STYLE_HASH}`);
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("default-src 'none'");
    const framedBy = (sites: string[]) => securityHeaders(sites)['Content-Security-Policy'];
    expect(framedBy(['*'])).toMatch(/frame-ancestors \*$/);
    expect(framedBy(['https://a.test'])).toMatch(/frame-ancestors 'self' https:\/\/a\.test$/);
  });
});

pageTextsContract(import.meta.dirname, pageCatalogues);

describe('the menus of the layout', () => {
  const link = (id: number, more: object = {}) => ({ id, parent: 0, text: `Link ${id}`, href: `/l${id}/`, ...more });
  const shownWith = (navigation: object, language = 'en'): string => {
    const renderContext = renderContextFor(language);
    const site = { ...renderContext.site, navigation: navigation as typeof renderContext.site.navigation };
    return layout({ main: '', canonical: 'https://site.test/l1/' }, { ...renderContext, site }).text;
  };

  it('replace the plain links, with those below others in lists of their own', () => {
    const primary = [
      link(1),
      link(2, { parent: 1 }),
      link(3, { parent: 9 }),
      link(4, { parent: 5 }),
      link(5, { parent: 4 }),
    ];
    const shown = shownWith({ primary, footer: [link(6)] });
    expect(shown).toContain(`<nav aria-label="Site">
<ul>
<li><a href="https://site.test/l1/" aria-current="page">Link 1</a>
<ul>
<li><a href="https://site.test/l2/">Link 2</a></li>
</ul></li>
<li><a href="https://site.test/l3/">Link 3</a></li>
</ul>
</nav>`);
    expect(shown).toContain('<nav aria-label="Footer">');
    expect(shown).not.toContain('feed.xml"');
    expect(shownWith({})).toContain('<li><a href="https://site.test/en/">Home</a></li>');
  });

  it('lead to the version in the language of the page, and nowhere unsafe', () => {
    const versions = { 'fr-ca': { text: 'Lien', href: '/fr-ca/l1/' } };
    const out = link(2, {
      href: 'https://a.test/?a=1&b=2',
      target: '_blank',
      rel: 'friend',
      title: 'Away',
      text: '<b>',
    });
    const shown = shownWith({ primary: [link(1, { versions }), out, link(3, { href: 'javascript:f()' })] }, 'fr-ca');
    expect(shown).toContain('<a href="https://site.test/fr-ca/l1/">Lien</a>');
    expect(shown).toContain(
      '<a href="https://a.test/?a=1&amp;b=2" target="_blank" rel="friend noopener" title="Away">&lt;b&gt;</a>',
    );
    expect(shown).toContain('<a href="#">Link 3</a>');
  });
});
