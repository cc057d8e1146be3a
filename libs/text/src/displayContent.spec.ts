import { displayContent, displayExcerpt } from './displayContent.ts';
import { mediaNames, namedMedia } from './namedMedia.ts';
import type { TextMedia, TextPicture } from './textMedia.ts';

const picture: TextPicture = {
  file: { path: '/uploads/a.jpg', width: 800, height: 600 },
  sizes: { medium: { path: '/uploads/a-300x225.jpg', width: 300, height: 225 } },
  alt: 'A "b"',
  inGalleries: true,
};
const media: TextMedia = { site: 'https://site.example', pictures: { 7: picture } };

describe('displayContent', () => {
  it.each([
    ['Songs by the water.', '<p>Songs by the water.</p>\n'],
    ['Hello there.\n\n"Second" paragraph.', '<p>Hello there.</p>\n<p>&#8220;Second&#8221; paragraph.</p>\n'],
    ['', ''],
    ['a :) b', '<p>a 🙂 b</p>\n'],
    [':-D :P ;) 8-) :smile: :!: x:) :)x', '<p>😀 😛 😉 😎 🙂 ❗ x:) :)x</p>\n'],
    ['<code>:)</code> <b>:)</b>', '<p><code>:)</code> <b>🙂</b></p>\n'],
    ['<pre><i>:)</i> :)</pre>', '<pre><i>:)</i> :)</pre>\n'],
    ['https://a.example/x?b&c', '<p>https://a.example/x?b&#038;c</p>\n'],
  ])('displays %j as %j', (stored, html) => {
    expect(displayContent(stored)).toBe(html);
  });

  it('keeps emoticons if the site wants that', () => {
    expect(displayContent(':)', { faces: false })).toBe('<p>:)</p>\n');
  });

  it.each([
    ['<!-- core:paragraph -->\n<p>a "b"</p>\n<!-- /core:paragraph -->', '\n<p>a &#8220;b&#8221;</p>\n'],
    ['<!-- core:foo/bar {"a":{"b":1}} -->x<!-- /core:foo/bar --><!-- core:latest-posts /-->', 'x'],
    ['a\n\nb <!-- core:list --><ul></ul><!-- /core:list --> <!-- other -->', 'a\n\nb <ul></ul> <!-- other -->'],
    ['<!-- core:more --><!--more--><!-- /core:more -->', '<!--more-->'],
    ['<!-- core: -->a', '<!-- core: -->a'],
    ['<!-- core:a -->b<!--  /core:a  -->', 'b'],
    ['<!-- wp:paragraph {"x":1} -->\n<p>a "b"</p>\n<!-- /wp:paragraph -->', '\n<p>a &#8220;b&#8221;</p>\n'],
    ['<!-- wp:list -->\n<ul></ul>\n<!-- /wp:list -->\n\n<!-- wp:latest-posts /-->', '\n<ul></ul>\n\n\n'],
  ])('removes block markers and adds no paragraphs: %j', (stored, html) => {
    expect(displayContent(stored)).toBe(html);
  });

  it('adds paragraphs if markers have more than one blank', () => {
    expect(displayContent('<!--  core:a -->b<!-- /core:a -->')).toBe('<p>b</p>\n');
  });

  it.each([
    ['[gallery]', ''],
    ['[playlist ids="1"]', ''],
    ['a\n\n[gallery ids="1,2"]\n\nb', '<p>a</p>\n\n<p>b</p>\n'],
    ['[[gallery ids="1"]]', '<p>[gallery ids="1"]</p>\n'],
    ['[unknown a="b"] [GALLERY] [gallery', '<p>[unknown a=&#8221;b&#8221;] [GALLERY] [gallery</p>\n'],
    [
      '[embed]https://a.example/x?b&c[/embed]',
      '<a href="https://a.example/x?b&#038;c">https://a.example/x?b&#038;c</a>\n',
    ],
    ['[embed]javascript:x[/embed]', '<a href="x">x</a>\n'],
    ['[audio]', ''],
    [
      '[audio src="a.mp3"]',
      '<audio class="core-audio" preload="metadata" controls="controls" src="a.mp3"><a href="a.mp3">a.mp3</a></audio>\n',
    ],
    ['<a title="[gallery]">x</a>', '<p><a title="[gallery]">x</a></p>\n'],
    [
      '[caption id="attachment_5" align="alignleft" width="300"]<a href="b"><img src="a.jpg" /></a> A "text"[/caption]',
      '<div id="attachment_5" style="width: 310px" class="core-caption alignleft"><a href="b"><img decoding="async" src="a.jpg" /></a>' +
        '<p class="core-caption-text">A &#8220;text&#8221;</p></div>\n',
    ],
    [
      '[caption width="9"]<img src="a"> b[/caption]',
      '<div style="width: 19px" class="core-caption alignnone"><img decoding="async" src="a"><p class="core-caption-text">b</p></div>\n',
    ],
    ['[caption]<img src="a"> b[/caption]', '<img decoding="async" src="a">\n'],
    ['[caption width="5"]just text[/caption]', 'just text\n'],
  ])('runs short codes: %j', (stored, html) => {
    expect(displayContent(stored).replace(/^\n$/, '')).toBe(html);
  });

  it('shows the known images of a gallery', () => {
    expect(displayContent('[gallery ids="7,8"]', { media })).toBe(
      '<div class="gallery"><figure class="gallery-item"><img loading="lazy" decoding="async" src="https://site.example/uploads/a-300x225.jpg" ' +
        'alt="A &quot;b&quot;" width="300" height="225" srcset="https://site.example/uploads/a-300x225.jpg 300w, ' +
        'https://site.example/uploads/a.jpg 800w" sizes="(max-width: 300px) 100vw, 300px" /></figure></div>\n',
    );
  });

  it('shows attached images in a gallery that names none', () => {
    const shown = displayContent('[gallery ids="7"]');
    expect(shown).toBe('\n');
    for (const gallery of ['[gallery]', '[gallery columns="2"]'])
      expect(displayContent(gallery, { media: { ...media, attached: [8, 7] } })).toContain('/uploads/a.jpg');
    expect(displayContent('[gallery ids="8"]', { media: { ...media, attached: [7] } })).toBe('\n');
  });

  it('shows at most 500 images in the galleries of a text', () => {
    const attached = Array.from({ length: 300 }, (_, index) => index + 1);
    const shown = displayContent('[gallery][caption][gallery][/caption][gallery ids="7"]', {
      media: { site: '', pictures: Object.fromEntries([...attached, 7].map((id) => [id, picture])), attached },
    });
    expect(shown.match(/gallery-item/g)).toHaveLength(500);
  });

  it('shows pictures that galleries may not reveal only in tags with their address', () => {
    const hidden = { ...media, pictures: { 7: { ...picture, inGalleries: false } } };
    const tag = '<img class="core-image-7" src="/uploads/a.jpg">';
    const shown = displayContent(`${tag}[gallery ids="7"]`, { media: hidden });
    expect(shown).toContain('width="800" height="600"');
    expect(shown).not.toContain('gallery-item');
  });

  it('shows the version of a picture that a tag names, in the width of the tag', () => {
    const shown = displayContent('<img class="core-image-7" width="200" src="/uploads/a-300x225.jpg">', { media });
    expect(shown).toContain('sizes="(max-width: 200px) 100vw, 200px"');
  });

  it.each([
    ['<img src="a">', '<img decoding="async" src="a">'],
    ['<img src="a" width="1" height="2" />', '<img loading="lazy" decoding="async" src="a" width="1" height="2" />'],
    [
      '<img loading="eager" decoding="sync" src="a" width="1" height="2">',
      '<img loading="eager" decoding="sync" src="a" width="1" height="2">',
    ],
    ['<iframe src="a" width="1" height="2"></iframe>', '<iframe loading="lazy" src="a" width="1" height="2"></iframe>'],
    ['<iframe src="a"></iframe>', '<iframe src="a"></iframe>'],
    [
      '<img class="core-image-7" src="/uploads/a.jpg" />',
      '<img loading="lazy" decoding="async" width="800" height="600" class="core-image-7" src="/uploads/a.jpg" ' +
        'srcset="https://site.example/uploads/a.jpg 800w, https://site.example/uploads/a-300x225.jpg 300w" ' +
        'sizes="(max-width: 800px) 100vw, 800px" />',
    ],
    ['<img class="core-image-8" src="a">', '<img decoding="async" class="core-image-8" src="a">'],
  ])('gives images their attributes: %j', (stored, html) => {
    expect(displayContent(stored, { media })).toBe(`<p>${html}</p>\n`);
  });
});

describe('displayExcerpt', () => {
  it.each([
    ['Songs', '<p>Songs</p>\n'],
    ['R&D; "x"\ny', '<p>R&#038;D; &#8220;x&#8221;<br />\ny</p>\n'],
    [' \n', ''],
    ['[gallery ids="1"]', '[gallery ids="1"]\n'],
    ['<img src="a"> :)', '<p><img decoding="async" src="a"> 🙂</p>\n'],
  ])('displays %j as %j', (stored, html) => {
    expect(displayExcerpt(stored)).toBe(html);
  });
});

describe('namedMedia', () => {
  it.each([
    ['', [], false],
    ['plain [gallery-x ids="1"] core-image-x', [], false],
    ['<img class="core-image-7"> <img class="a core-image-8 b">', [7, 8], false],
    ['[gallery ids="1, 2,x,-3,1"] [gallery include="4"]', [1, 2, 4], false],
    ['[gallery] core-image-7', [7], true],
    ['[gallery columns="2"]', [], true],
    ['[gallery', [], false],
  ])('finds in %j the media %j', (text, ids, attached) => {
    expect(namedMedia(text)).toEqual({ ids, attached });
  });

  it('looks at a bounded part of a text', () => {
    const classes = `${'core-image-1 '.repeat(2_000)}core-image-2`;
    const gallery = `[gallery ids="${'3,'.repeat(40_000)}"][gallery ids="4"]`;
    expect(namedMedia(classes + gallery)).toEqual({ ids: [1], attached: false });
  });

  it('finds a bounded number', () => {
    const ids = Array.from({ length: 2_000 }, (_, id) => id);
    expect(namedMedia(`[gallery ids="${ids}"]${ids.map((id) => `core-image-${id}9`)}`).ids).toHaveLength(500);
  });
});

describe('mediaNames', () => {
  it.each([
    ['plain', []],
    [
      '<img class="wp-image-7" src="https://a.test/uploads/2031/05/pier-300x200.jpg?x=1">',
      ['7', '2031/05/pier-300x200.jpg'],
    ],
    ['[gallery ids="1,2"] [gallery]', ['1', '2', 'attached']],
    ['<!-- wp:file {"id":12,"href":"/x.pdf"} --><!-- core:paragraph {"id":13} -->', ['12']],
    ['<a href="/uploads/2031/05/m%C3%BChle.pdf">See /uploads/a.pdf.</a>', ['2031/05/mühle.pdf', 'a.pdf']],
    ['srcset="/uploads/a-1x1.jpg 1w, /uploads/a.jpg 2w" src="/uploads/a.jpg"', ['a-1x1.jpg', 'a.jpg']],
  ])('finds in %j the names %j', (text, names) => {
    expect(mediaNames([text])).toEqual(names);
  });

  it('finds a bounded number in all texts of a record', () => {
    const text = Array.from({ length: 1_500 }, (_, n) => `/uploads/${n}.jpg`).join(' ');
    expect(mediaNames([text, '/uploads/last.jpg'])).toHaveLength(1_000);
  });
});
