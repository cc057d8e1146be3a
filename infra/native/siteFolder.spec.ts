import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder, openSiteFolder, whereDataAre } from './siteFolder.ts';

describe('the folder of a native site', () => {
  it.each([undefined, '', ':memory:'])('is a temporary one for %j, and removed when it is closed', (location) => {
    const opened = openSiteFolder(location);
    expect(opened.folder.startsWith(join(tmpdir(), 'almanac-native-'))).toBe(true);
    expect(opened.media.startsWith(opened.folder)).toBe(true);
    expect(existsSync(':memory:')).toBe(false);
    expect(opened.whereabouts).toContain(opened.folder);
    expect(opened.whereabouts).toContain('removed');
    opened.close();
    expect(existsSync(opened.folder)).toBe(false);
    expect(keptFolder(location)).toBeUndefined();
  });

  it('is the named one, with the same keys at each start', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-folder-'));
    const [one, two] = [openSiteFolder(folder), openSiteFolder(folder)];
    expect([one.folder, one.whereabouts, one.secret, one.keys]).toEqual([folder, folder, two.secret, two.keys]);
    one.close();
    expect(existsSync(folder)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it.each(['secrets.key', 'secret'])('does not get a new %s beside data', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'site-folder-'));
    const file = join(folder, name);
    openSiteFolder(folder).close();
    rmSync(file);
    expect(() => openSiteFolder(folder)).toThrow(`${file} is missing, and the data beside it need it`);
    rmSync(folder, { recursive: true });
    mkdirSync(join(folder, 'kafka'), { recursive: true });
    expect(() => openSiteFolder(folder)).toThrow('is missing, and the data beside it need it');
    expect(existsSync(file)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('needs no secrets.key if the keys are configured', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-folder-'));
    const { secret } = openSiteFolder(folder);
    rmSync(join(folder, 'secrets.key'));
    expect(openSiteFolder(folder, { hasOwnKeys: true }).secret).toBe(secret);
    rmSync(folder, { recursive: true });
  });

  it('is reported with the given servers, without their addresses', () => {
    const told = whereDataAre({ MONGODB_URL: 'mongodb://a:hidden@host' }, { whereabouts: '/site' });
    expect(told).toBe('the server of MONGODB_URL, and in /site');
    expect(whereDataAre({}, { whereabouts: '/site' })).toBe('/site');
  });
});
