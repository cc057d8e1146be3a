import { existsSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './dataFolder.ts';

describe('the data folder', () => {
  let base = '';
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'almanac-data-'));
  });
  afterEach(() => rm(base, { recursive: true }));

  it('is created, and keeps its secret over starts', () => {
    const first = openDataFolder(join(base, 'new', 'folder'));
    expect(first.databaseOf('core')).toBe(join(base, 'new', 'folder', 'core.sqlite'));
    first.close();
    const second = openDataFolder(join(base, 'new', 'folder'));
    expect(second.secret).toBe(first.secret);
    expect(second.secret.length).toBeGreaterThanOrEqual(43);
    second.close();
  });

  it('is closed to other users of the machine, and so are its files', async () => {
    const modeOf = async (name: string) => ((await stat(join(base, name))).mode & 0o777).toString(8);
    openDataFolder(join(base, 'made')).close();
    expect(await modeOf('made')).toBe('700');
    for (const name of ['other.sqlite', 'other.sqlite-wal', 'secret', 'notes.txt'])
      await writeFile(join(base, name), 'x');
    await Promise.all(['other.sqlite', 'notes.txt'].map((name) => chmod(join(base, name), 0o644)));
    await mkdir(join(base, 'uploads'), { mode: 0o755 });
    await chmod(base, 0o755);
    openDataFolder(base).close();
    const modes = await Promise.all(
      ['', 'other.sqlite', 'other.sqlite-wal', 'secret', 'uploads', 'notes.txt'].map(modeOf),
    );
    expect(modes).toEqual(['755', '600', '600', '600', '700', '644']);
  });

  it('keeps encryption keys that nobody else may read', () => {
    const first = openDataFolder(base);
    first.close();
    const second = openDataFolder(base);
    second.close();
    expect(second.secretKeys.current?.bytes).toEqual(first.secretKeys.current?.bytes);
    expect(statSync(join(base, 'secrets.key')).mode & 0o777).toBe(0o600);
    writeFileSync(join(base, 'secrets.key'), 'no key');
    expect(() => openDataFolder(base)).toThrow('secrets.key holds something else than keys.');
    expect(() => openDataFolder(base)).toThrow('secrets.key holds something else than keys.');
  });

  it('has complete secrets or none, also after a start that was cut off', () => {
    for (const name of ['secret', 'secrets.key']) writeFileSync(join(base, `${name}.new`), 'cut');
    openDataFolder(base).close();
    expect(existsSync(join(base, 'secret.new')) || existsSync(join(base, 'secrets.key.new'))).toBe(false);
    writeFileSync(join(base, 'secret'), '');
    expect(() => openDataFolder(base)).toThrow(`${join(base, 'secret')} is empty`);
  });

  it('belongs to one process at a time', () => {
    const first = openDataFolder(base);
    expect(() => openDataFolder(base)).toThrow(
      `The data folder ${base} is used by another process: a site runs on it. Stop that first`,
    );
    first.close();
    openDataFolder(base).close();
  });

  it('is refused by name if it cannot be created', async () => {
    await writeFile(join(base, 'file'), '');
    expect(() => openDataFolder(join(base, 'file'))).toThrow(`The data folder ${join(base, 'file')} cannot be used`);
  });

  it('leaves nothing if it is in memory, and is shared with nobody', () => {
    const [one, two] = [openDataFolder(':memory:'), openDataFolder(':memory:')];
    expect([existsSync(one.uploads), one.uploads === two.uploads]).toEqual([true, false]);
    for (const folder of [one, two]) folder.close();
    expect([existsSync(one.uploads), existsSync(two.uploads)]).toEqual([false, false]);
    expect(one.databaseOf('core')).toBe(':memory:');
    expect(one.secret).not.toBe(two.secret);
  });
});
