import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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

  it('is reported with the given servers, without their addresses', () => {
    const told = whereDataAre({ MONGODB_URL: 'mongodb://a:hidden@host' }, { whereabouts: '/site' });
    expect(told).toBe('the server of MONGODB_URL, and in /site');
    expect(whereDataAre({}, { whereabouts: '/site' })).toBe('/site');
  });
});
