import { cleanFileName, nameCandidates, nameParts } from './fileName.ts';

describe('the stored name of a file', () => {
  it.each([
    ['My Photo (1).jpg', 'My-Photo-1.jpg'],
    ['Été & co_#1.JPG', 'Ete-co_1.jpg'],
    ['x.php.jpg', 'x.php_.jpg'],
    ['x.png.jpg', 'x.png.jpg'],
    ['archive.tar.gz', 'archive.tar.gz'],
    ['v1.2.10.pdf', 'v1.2.10.pdf'],
    ['-_.hidden.txt', 'hidden.txt'],
    ['.htaccess', 'htaccess'],
    ['a..b...jpg', 'a.b.jpg'],
    ['../../etc/passwd.txt', 'etcpasswd.txt'],
    ['..\\..\\boot.txt', 'boot.txt'],
    ['a\u0000b.jpg', 'ab.jpg'],
    ['“quoted” ‘name’.jpg', 'quoted-name.jpg'],
    ['tab\tand\nline.jpg', 'tab-and-line.jpg'],
    ['no\u00a0break.jpg', 'no-break.jpg'],
    ['a % b+c.jpg', 'a-bc.jpg'],
    ['jpg', 'unnamed-file.jpg'],
    ['фото.jpg', 'фото.jpg'],
    ['name', 'name'],
    ['???', ''],
  ])('is cleaned: %j becomes %j', (received, stored) => {
    expect(cleanFileName(received)).toBe(stored);
  });

  it('is short enough for file systems, with the suffixes of renditions', () => {
    const stored = cleanFileName(`${'ü日'.repeat(200)}.jpg`);
    expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(185);
    expect(stored.endsWith('.jpg')).toBe(true);
    expect(stored.isWellFormed()).toBe(true);
  });
});

describe('the names that an upload tries', () => {
  const tried = (name: string): string[] =>
    nameCandidates(nameParts(name), () => 'x')
      .take(2)
      .map(({ base, extension }) => `${base}.${extension}`)
      .toArray();

  it.each([
    ['photo.jpg', ['photo.jpg', 'photo-1.jpg']],
    ['photo-300x200.jpg', ['photo-300x200-1.jpg', 'photo-300x200-2.jpg']],
    ['photo-scaled.jpg', ['photo-scaled-1.jpg', 'photo-scaled-2.jpg']],
    ['photo-rotated.jpg', ['photo-rotated-1.jpg', 'photo-rotated-2.jpg']],
    ['photo-x.jpg', ['photo-x.jpg', 'photo-x-1.jpg']],
  ])('are numbered: %s gives %j', (name, expected) => {
    expect(tried(name)).toEqual(expected);
  });

  it('are limited in number', () => {
    const all = nameCandidates(nameParts('photo.jpg'), () => 'a1b2')
      .map(({ base }) => base)
      .toArray();
    expect([all.length < 200, all.at(-1)]).toEqual([true, 'photo-a1b2']);
  });
});
