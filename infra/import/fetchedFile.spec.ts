import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createOutgoing } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';
import { fetchFile, isAddress } from './fetchedFile.ts';

type FakeServer = Awaited<ReturnType<typeof startFakeServer>>;

describe('A file that an address names', () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = await startFakeServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://named.test');
      if (pathname === '/moved') return void response.writeHead(302, { location: '/calendar' }).end();
      const type = searchParams.get('type') ?? 'text/calendar';
      const status = pathname === '/gone' ? 410 : 200;
      response.writeHead(status, { 'content-type': type });
      response.end(Buffer.from(searchParams.get('text') ?? 'BEGIN:VCALENDAR', 'latin1'));
    });
  });
  afterEach(() => server.close());

  const fetched = (path: string) => fetchFile(`http://named.test:${server.port}${path}`, createOutgoing(server));

  it('is fetched through redirects and removed afterwards', async () => {
    const file = await fetched('/moved');
    expect(readFileSync(file.path, 'utf8')).toBe('BEGIN:VCALENDAR');
    file.remove();
    expect(existsSync(file.path)).toBe(false);
  });

  it.each([
    ['/redirects/old.csv?x=1', 'old.csv'],
    ['/', 'fetched'],
    [`/${'a'.repeat(300)}.json`, `${'a'.repeat(95)}.json`],
  ])('has the name that it has at its address: %s', async (path, name) => {
    const file = await fetched(path);
    file.remove();
    expect(basename(file.path)).toBe(name);
  });

  it('is decoded by the encoding that its server names', async () => {
    const type = encodeURIComponent('text/calendar; charset=ISO-8859-1');
    const file = await fetched(`/?type=${type}&text=${encodeURIComponent('BEGIN:VCALENDAR é')}`);
    expect(readFileSync(file.path, 'utf8')).toBe('BEGIN:VCALENDAR é');
    file.remove();
  });

  it.each(['<?xml version="1.0" encoding="ISO-8859-1"?><rss>é', '\xef\xbb\xbfBEGIN:VCALENDAR \xc3\xa9'])(
    'keeps its bytes if it names its encoding itself: %j',
    async (text) => {
      const type = encodeURIComponent('text/xml; charset=ISO-8859-1');
      const file = await fetched(`/?type=${type}&text=${encodeURIComponent(text)}`);
      expect(readFileSync(file.path, 'latin1')).toBe(text);
      file.remove();
    },
  );

  it('has the same name for its progress in every run, and another one for another address', async () => {
    const files = [await fetched('/a'), await fetched('/a'), await fetched('/b')];
    for (const file of files) file.remove();
    const [first, second, other] = files.map(({ name }) => name);
    expect([first, first === second, first === other]).toEqual([
      expect.stringMatching(/^named\.test-[\da-f]{16}$/),
      true,
      false,
    ]);
  });

  it('is removed when the process ends', async () => {
    const file = await fetched('/');
    const remove = process.listeners('exit').at(-1);
    remove?.call(process, 130);
    expect(existsSync(file.path)).toBe(false);
  });

  it('is reported if its address answers otherwise, or leads inwards', async () => {
    await expect(fetched('/gone')).rejects.toThrow('/gone answers 410 instead of a file.');
    const inwards = fetchFile('http://127.0.0.1/calendar.ics', createOutgoing());
    await expect(inwards).rejects.toThrow(/^http:\/\/127\.0\.0\.1\/calendar\.ics cannot be fetched: /);
  });

  it('is an address of the web or of a calendar', () => {
    expect(['https://example.org/a.ics', 'webcal://example.org/a', 'a.ics', 'C://a'].map(isAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
