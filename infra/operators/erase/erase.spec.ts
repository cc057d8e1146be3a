import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deadLettersCommand } from '../deadLetters.ts';
import { ask, caughtUp, folderForSpec, heard, makeEvent, startOn } from '../operatorSite.contract.ts';
import { openServices } from '../serviceData.ts';
import { verifyCommand } from '../verify.ts';
import { eraseCommand } from './command.ts';

describe('an erasure', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(() => folder.remove());

  /** Returns the names of the site's database files that contain a text, ignoring case. */
  const filesWith = async (text: string): Promise<string[]> => {
    const names = (await readdir(folder.data)).filter((name) => name.includes('.sqlite')).sort();
    const contents = await Promise.all(names.map((name) => readFile(join(folder.data, name), 'latin1')));
    return names.filter((_, index) => contents[index]?.toLowerCase().includes(text));
  };

  /** Series keep ids of persons, in their documents and events. */
  const WEEKLY = { rules: ['FREQ=WEEKLY;COUNT=3'] };
  const PERSONAL = ['quillworth', 'zebedee', 'telescopes'];

  it('removes every trace of a user from the files, and leaves a sound log', async () => {
    const site = await startOn(folder.data);
    const { id } = await ask<{ id: number }>(site, '/core/v2/users', {
      username: 'zebedee',
      password: 'a long enough one 7',
      email: 'z@quillworth.test',
      roles: ['editor'],
      first_name: 'Zebedee',
      last_name: 'Quillworth',
      name: 'Zebedee Q',
      description: 'builds telescopes',
    });
    await ask(site, `/core/v2/users/${id}/application-passwords`, { name: "Zebedee's phone" });
    await makeEvent(site, 'Stars', { author: id, recurrence: WEEKLY });
    await expect(eraseCommand.run(['user', String(id)], heard(folder.data))).rejects.toThrow('still has an account');
    await site.fetchInternal('core', `/core/v2/users/${id}?force=true&reassign=1`, { method: 'DELETE' });
    await caughtUp(folder.data);
    await site.stop();
    expect((await filesWith('quillworth')).length).toBeGreaterThan(0);

    const erasing = heard(folder.data);
    expect(await eraseCommand.run(['user', String(id)], erasing)).toBe(true);
    expect(erasing.lines[0]).toMatch(new RegExp(`^user ${id}: \\d+ events of core hold nothing personal any more.$`));
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);
    const again = await startOn(folder.data);
    await caughtUp(folder.data);
    await again.stop();
    expect(await Promise.all(PERSONAL.map((text) => filesWith(text)))).toEqual([[], [], []]);
  });

  it('removes the contacts of an organizer from the calendar, and everything elsewhere', async () => {
    const site = await startOn(folder.data);
    const told = async () => {
      await caughtUp(folder.data);
      const types = 'calendar.organizer-changed.v1,calendar.organizer-trashed.v1';
      return (await ask<{ data: object }[]>(site, `/ops/v1/events?types=${types}`)).map(({ data }) => data);
    };
    const organizer = { organizer: 'Brass band', email: 'tuba@quillworth.test', phone: '555-0199' };
    await makeEvent(site, 'Concert', { organizer, recurrence: WEEKLY });
    const path = '/cal/events/v1/organizers';
    const [made] = (await ask<{ organizers: { id: number }[] }>(site, path)).organizers;
    expect(await told()).toMatchObject([{ id: made?.id, title: 'Brass band', slug: 'brass-band' }]);
    const erasing = heard(folder.data);
    await eraseCommand.run(['organizer', String(made?.id)], erasing);
    expect(erasing.lines).toContainEqual(expect.stringContaining('The site runs: stop it and run this again'));
    const answer = await ask<{ organizer: string }>(site, `${path}/${made?.id}`);
    expect(answer.organizer).toBe('Brass band');
    expect(JSON.stringify(answer)).not.toContain('quillworth');
    await ask(site, `${path}/${made?.id}`, { organizer: 'Brass band of Quillworth' });
    expect(await told()).toMatchObject([
      { id: made?.id, status: 'publish', title: null, slug: null, path: null, texts: null },
      { id: made?.id, title: null, texts: null },
    ]);
    const lines = heard(folder.data);
    expect(await deadLettersCommand.run([], lines)).toBe(true);
    await ask(site, `${path}/${made?.id}`, { organizer: 'Brass band' });
    await caughtUp(folder.data);
    await site.stop();
    await eraseCommand.run(['organizer', String(made?.id)], heard(folder.data));
    expect(await filesWith('brass')).toEqual(['calendar.sqlite']);
    expect(await filesWith('tuba@')).toEqual([]);
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);
    const [calendar] = openServices(folder.data, ['calendar']);
    const events = await Array.fromAsync(calendar?.store.readStream(`organizer-${made?.id}`) ?? []);
    await calendar?.close();
    expect(JSON.stringify(events)).not.toContain('@quillworth');
    expect(events?.at(-1)?.type).toBe('OrganizerErased');
  });

  it('is refused for a missing or impersonal record', async () => {
    await (await startOn(folder.data)).stop();
    const run = (...args: string[]) => eraseCommand.run(args, heard(folder.data));
    await expect(run('venue', '1')).rejects.toThrow('kind venue; there are user, comment, organizer');
    await expect(run('user', '999')).rejects.toThrow('There is no user 999, and never was');
    await expect(run('user', 'x')).rejects.toThrow('x is no ID');
    await expect(run('user')).rejects.toThrow('The ID is missing');
  });
});
