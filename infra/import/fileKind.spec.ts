import { kindOfFile } from './fileKind.ts';

describe('The kind of a file', () => {
  it.each([
    ['a.xml', '<?xml version="1.0"?>\n<!-- a tool -->\n<xliff version="1.2">', 'xliff'],
    ['a', '<ns0:xliff xmlns:ns0="x">', 'xliff'],
    ['a.xlf', '', 'xliff'],
    ['a.po', '', 'po'],
    ['a', '# Town\nmsgid ""\nmsgstr ""\n', 'po'],
    ['a.txt', '\ufeffBEGIN:VCALENDAR', 'calendar'],
    ['a.xml', '<?xml version="1.0"?><rss>', 'export'],
    ['a', '<rss version="2.0">', 'export'],
    ['.htaccess', 'RewriteEngine On', 'redirects'],
    ['folder/htaccess.txt', 'Redirect /a /b', 'redirects'],
    ['a.CSV', '/a,/b', 'redirects'],
    ['site.conf', 'server {', 'redirects'],
    ['a.json', '{}', 'redirects'],
    ['a.ics', 'X', 'calendar'],
  ])('is shown by its text, else by its name: %s %j', (name, text, kind) => {
    expect([kindOfFile(name, Buffer.from(text)), kindOfFile(name, Buffer.from(text, 'utf16le'))]).toEqual([kind, kind]);
  });
});
