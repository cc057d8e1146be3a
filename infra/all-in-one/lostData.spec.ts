import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backupCommand } from '../operators/backup/commands.ts';
import { ask, folderForSpec, heard, makeEvent, startOn } from '../operators/operatorSite.contract.ts';
import { rebuildCommand, verifyCommand } from '../operators/verify.ts';
import { openDataFolder } from './dataFolder.ts';

const PAGE_BYTES = 4_096;

describe('a site whose data are lost or damaged', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  const fileOf = (service: string) => join(folder.data, `${service}.sqlite`);
  beforeAll(async () => {
    folder = await folderForSpec();
    const site = await startOn(folder.data);
    await makeEvent(site, 'Concert');
    await ask(site, '/core/v2/tags', { name: 'brass' });
    await site.stop();
    await backupCommand.run([folder.backup], heard(folder.data));
  });
  afterAll(() => folder.remove());

  const verified = async () => {
    const around = heard(folder.data);
    return { sound: await verifyCommand.run([], around), lines: around.lines };
  };
  /** Expects that start and `verify` name the fault, that verify goes on, and that nothing is created. */
  const expectNamed = async (service: string, fault: string) => {
    const named = `${service}: ${fileOf(service)} ${fault}`;
    const before = readdirSync(folder.data).sort();
    expect(() => openDataFolder(folder.data)).toThrow(named);
    expect(() => openDataFolder(folder.data)).toThrow(`npm run ops -- restore ${folder.backup}, the backup of 2026-`);
    expect(() => openDataFolder(folder.data)).toThrow('BEGIN_ANEW=true');
    const { sound, lines } = await verified();
    expect(sound).toBe(false);
    expect(lines).toContainEqual(expect.stringContaining(named));
    expect(lines.filter((line) => line.includes(': 0 faults'))).toHaveLength(4);
    expect(readdirSync(folder.data).sort()).toEqual(before);
  };
  const putAside = async (file: string) => {
    await rename(file, `${file}.aside`);
    return () => rename(`${file}.aside`, file);
  };
  const damaged = async (service: string, damage: (file: string) => Promise<unknown>, fault: string) => {
    const putBack = await putAside(fileOf(service));
    await copyFile(`${fileOf(service)}.aside`, fileOf(service));
    await damage(fileOf(service));
    await expectNamed(service, fault);
    await putBack();
  };

  it.each(['core', 'redirection'])('does not start without the database of %s', async (service) => {
    const putBack = await putAside(fileOf(service));
    await expectNamed(service, "is missing from the site's data.");
    await expect(startOn(folder.data)).rejects.toThrow('is missing from');
    await writeFile(fileOf(service), '');
    await expectNamed(service, 'is empty.');
    await rm(fileOf(service));
    await putBack();
  });

  it('does not start without its database in a folder of an earlier release', async () => {
    const [note, core] = [await putAside(join(folder.data, 'held.json')), await putAside(fileOf('core'))];
    await expectNamed('core', "is missing from the site's data.");
    await core();
    await note();
  });

  it('names a file that was cut', () =>
    damaged('core', async (file) => truncate(file, (await stat(file)).size / 2), 'is damaged: '));

  it('names a file whose pages were overwritten', () =>
    damaged(
      'calendar',
      async (file) => {
        const handle = await open(file, 'r+');
        await handle.write(randomBytes(PAGE_BYTES * 4), 0, PAGE_BYTES * 4, PAGE_BYTES * 3);
        await handle.close();
      },
      'is damaged: ',
    ));

  it('names the position of a commit that is no JSON', () =>
    damaged(
      'calendar',
      async (file) => {
        const database = new DatabaseSync(file);
        database.exec("UPDATE commits SET body = '{' WHERE position = 1");
        database.close();
      },
      'is damaged: the commit at position 1 is no JSON',
    ));

  it('names a log that has fewer commits than before', () =>
    damaged(
      'core',
      async (file) => {
        const database = new DatabaseSync(file);
        database.exec('DELETE FROM commits');
        database.close();
      },
      'has 0 commits and had ',
    ));

  it.each(['secrets.key', 'secret'])('does not make a missing %s again', async (name) => {
    const file = join(folder.data, name);
    const putBack = await putAside(file);
    expect(() => openDataFolder(folder.data)).toThrow(`${file} is missing, and the data beside it need it`);
    expect(existsSync(file)).toBe(false);
    await putBack();
  });

  it('is rebuilt and verified at once by two commands, one after the other', async () => {
    const around = heard(folder.data);
    const runs = [rebuildCommand, verifyCommand, rebuildCommand].map((command) => command.run(['core'], around));
    expect(await Promise.all(runs)).toEqual([true, true, true]);
    expect(around.lines).toContain('core: waits for another rebuild or verify');
  });

  it('starts when a release adds a service, and begins anew on purpose', async () => {
    await writeFile(join(folder.data, 'held.json'), '{"core":1,"calendar":1}');
    await rm(fileOf('misc'));
    openDataFolder(folder.data).close();
    await rm(fileOf('core'));
    openDataFolder(folder.data, { beginAnew: true }).close();
    expect(existsSync(fileOf('calendar'))).toBe(false);
    const [aside] = readdirSync(folder.data).filter((name) => name.startsWith('replaced-'));
    expect(existsSync(join(folder.data, aside!, 'calendar.sqlite'))).toBe(true);
  });
});
