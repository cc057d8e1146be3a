import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@almanac/manifest';
import { createCheckpoint } from '@almanac/messaging';
import { newKey } from '@almanac/secrets';
import type { RunningSite } from '../../all-in-one/compose.ts';
import { clientOfAda } from '../../all-in-one/siteUnderTest.contract.ts';
import { keysIn, replaceKeys, SECRET_KEYS } from '../../siteSecret.ts';
import { eraseCommand } from '../erase/command.ts';
import { lagCommand } from '../lag.ts';
import { ask, caughtUp, folderForSpec, heard, makeEvent, startOn } from '../operatorSite.contract.ts';
import { type ServiceData, withServices } from '../serviceData.ts';
import { verifyCommand } from '../verify.ts';
import { backupCommand, restoreCommand, restoredCommand } from './commands.ts';
import { writeBackup } from './writeBackup.ts';

describe('a backup', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let running: RunningSite | undefined;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await folder.remove();
  });

  const start = async (): Promise<RunningSite> => {
    running = await startOn(folder.data);
    return running;
  };
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  it('names media whose files it lacks, as those in a bucket', async () => {
    const client = clientOfAda(await start());
    await client.upload('/core/v2/media', { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a text') });
    const whole = heard(folder.data);
    expect(await backupCommand.run([folder.backup], whole)).toBe(true);
    expect(whole.lines.join('\n')).not.toContain('lacks');
    const uploads = join(folder.data, 'uploads');
    // in the folder of the current month
    const file = (await readdir(uploads, { recursive: true })).find((path) => path.endsWith('/a.txt'));
    await rm(join(uploads, file ?? ''));
    const asked = heard(folder.data);
    const environment = { ...asked.environment, MEDIA_BUCKET: 'riverside' };
    expect(await backupCommand.run([`${folder.backup}-2`], { ...asked, environment })).toBe(true);
    expect(asked.lines.join('\n')).toMatch(
      /lacks the files of 1 media, such as [^ ]+\/a\.txt\. They are in the bucket riverside/,
    );
  });

  it('restores a running site unchanged, in a new epoch and with new ids', async () => {
    const site = await start();
    const kept = await makeEvent(site, 'Kept', { tags: ['harbour'] });
    await mkdir(join(folder.data, 'uploads', '2026'), { recursive: true });
    await writeFile(join(folder.data, 'uploads', '2026', 'a.txt'), 'picture');
    expect(await backupCommand.run([folder.backup], heard(folder.data))).toBe(true);
    const lost = await makeEvent(site, 'Lost', { tags: ['quay'] });
    await expect(restoreCommand.run([folder.backup], heard(folder.data))).rejects.toThrow('is used by another process');
    await stop();

    const restoring = heard(folder.data);
    expect(await restoreCommand.run([folder.backup], restoring)).toBe(true);
    expect(restoring.lines.filter((line) => line.includes('epoch 2'))).toHaveLength(serviceNames.length);
    expect(await readFile(join(folder.data, 'uploads', '2026', 'a.txt'), 'utf8')).toBe('picture');
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);

    const again = await start();
    expect((await ask<{ title: string }>(again, `/cal/events/v1/events/${kept}`)).title).toBe('Kept');
    await expect(ask(again, `/cal/events/v1/events/${lost}`)).rejects.toThrow('404');
    expect(await makeEvent(again, 'New', { tags: ['pier'] })).toBeGreaterThan(lost + 100_000);
    await stop();
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);
    expect((await readdir(folder.data)).filter((name) => name.startsWith('replaced-'))).toHaveLength(1);
  });

  it('does not restore the key of a person who was erased since', async () => {
    const site = await start();
    const makeOrganizer = (organizer: string) => ask<{ id: number }>(site, '/cal/events/v1/organizers', { organizer });
    const persons = [(await makeOrganizer('Choir')).id, (await makeOrganizer('Band')).id].map(
      (id) => `organizer-${id}`,
    );
    await caughtUp(folder.data);
    const keys = () =>
      withServices(heard(folder.data), ['calendar'], async ([calendar]) => [
        ...((await calendar?.persons.read(persons))?.values() ?? []),
      ]);
    const known = await keys();
    expect(known).toEqual(persons.map(() => expect.objectContaining({ id: expect.any(String) })));
    await backupCommand.run([folder.backup], heard(folder.data));
    await eraseCommand.run(['organizer', String(persons[0]?.split('-')[1])], heard(folder.data));
    await stop();
    // A restore was killed while it moved the data aside.
    await mkdir(join(folder.data, 'replacing'));
    await rename(join(folder.data, 'calendar.sqlite'), join(folder.data, 'replacing', 'calendar.sqlite'));
    await expect(start()).rejects.toThrow('was broken off');
    await restoreCommand.run([folder.backup], heard(folder.data));
    expect(await keys()).toEqual([null, known[1]]);
    expect(existsSync(join(folder.data, 'replacing'))).toBe(false);
  });

  it('lets a restored site still hear its services', async () => {
    await start();
    await backupCommand.run([folder.backup], heard(folder.data));
    await stop();
    await restoreCommand.run([folder.backup], heard(folder.data));
    const site = await start();
    const { id } = await ask<{ id: number }>(site, '/core/v2/tags', { name: 'heard' });
    expect(await caughtUp(folder.data)).toContain('calendar.copies of core: 0 commits behind');
    expect((await ask<{ name: string }>(site, `/cal/events/v1/tags/${id}`)).name).toBe('heard');
  });

  it('contains the keys of databases that were copied before a rotation of the keys ended', async () => {
    await start();
    await stop();
    const [former = ''] = keysIn(join(folder.data, SECRET_KEYS));
    const current = newKey();
    const rotate = (done: number): void => {
      if (done === serviceNames.length) replaceKeys(join(folder.data, SECRET_KEYS), [current]);
    };
    await writeBackup({ data: folder.data, folder: folder.backup, at: new Date(), onProgress: rotate });
    expect(keysIn(join(folder.backup, SECRET_KEYS))).toEqual([current, former]);
    expect(await restoreCommand.run([folder.backup], heard(folder.data))).toBe(true);
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);
  });

  it('reports subscribers that are ahead of their sources, and lets them go on', async () => {
    await start();
    await stop();
    await withServices(heard(folder.data), ['calendar'], async ([calendar]) => {
      const checkpoint = createCheckpoint((calendar as ServiceData).entries, 'calendar.copies/core');
      await checkpoint.takeOver();
      await checkpoint.save({ epoch: 1, position: 9_999, n: 0, commitId: 'gone' });
    });
    const lagging = heard(folder.data);
    expect(await lagCommand.run([], lagging)).toBe(false);
    expect(lagging.lines.join('\n')).toContain('stopped: calendar.copies/core stands at 9999');
    await backupCommand.run([folder.backup], heard(folder.data));
    const restoring = heard(folder.data);
    await restoreCommand.run([folder.backup], restoring);
    expect(restoring.lines.join('\n')).toMatch(/calendar.copies\/core was ahead: it had handled core \d+ to 9999/);
    expect(await lagCommand.run([], heard(folder.data))).toBe(true);
  });

  it('is refused if it is incomplete, and the data stay unchanged', async () => {
    await start();
    await stop();
    await backupCommand.run([folder.backup], heard(folder.data));
    await appendFile(join(folder.backup, 'core.sqlite'), 'x');
    await expect(restoreCommand.run([folder.backup], heard(folder.data))).rejects.toThrow('core.sqlite is damaged');
    await expect(restoreCommand.run([folder.data], heard(folder.data))).rejects.toThrow('no manifest.json');
    expect(existsSync(join(folder.data, 'restoring'))).toBe(false);
    await expect(backupCommand.run([folder.backup], heard(folder.data))).rejects.toThrow('is not empty');
    await expect(backupCommand.run([], heard(folder.data))).rejects.toThrow('The FOLDER is missing');
    await expect(
      backupCommand.run(['x'], { ...heard(folder.data), environment: { MONGODB_URL: 'mongodb://x' } }),
    ).rejects.toThrow('with its own tools');
  });

  it('is entered with its own command if a database’s own tools made it', async () => {
    await start();
    const restored = heard(folder.data);
    await expect(restoredCommand.run(['core'], restored)).rejects.toThrow('a site runs on it');
    await stop();
    expect(await restoredCommand.run(['core'], restored)).toBe(true);
    expect(restored.lines).toEqual([expect.stringMatching(/^core: \d+ commits; what comes after is of epoch 2$/)]);
    expect(restored.results).toEqual([{ service: 'core', commits: expect.any(Number), epoch: 2 }]);
    await expect(restoredCommand.run([], restored)).rejects.toThrow('The SERVICE is missing');
  });
});
