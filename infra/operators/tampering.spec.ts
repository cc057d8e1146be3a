import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backupCommand } from './backup/commands.ts';
import { compareCommand } from './backup/compareBackup.ts';
import type { OperatorCommand } from './operatorCommand.ts';
import { ask, folderForSpec, type Heard, heard, makeEvent, startOn } from './operatorSite.contract.ts';
import { rotateSecretsCommand } from './rotateSecrets.ts';
import { rebuildCommand, verifyCommand } from './verify.ts';

describe('a forger who writes to the files of a site', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
    const site = await startOn(folder.data);
    await makeEvent(site, 'Concert', { cost: '10' });
    await ask(site, '/core/v2/tags', { name: 'brass' });
    await site.stop();
  });
  afterEach(() => folder.remove());

  const run = async (
    command: OperatorCommand,
    ...args: string[]
  ): Promise<{ sound: boolean; lines: Heard['lines'] }> => {
    const around = heard(folder.data);
    return { sound: await command.run(args, around), lines: around.lines };
  };
  const tamper = (service: string, ...statements: string[]): void => {
    const database = new DatabaseSync(join(folder.data, `${service}.sqlite`));
    for (const statement of statements) database.exec(statement);
    database.close();
  };

  it('finds a log that was signed to its end', async () => {
    const { sound, lines } = await run(verifyCommand, 'calendar');
    expect(sound).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^calendar: .*: 0 faults; signed to \d+ \([\w-]{43}\), 0 after it$/)]);
  });

  it.each([
    ['principal', `replace(body, '"principal":"user:', '"principal":"user:9')`],
    ['time', `replace(body, '"at":"20', '"at":"19')`],
    ['amount', `replace(body, '"10"', '"99"')`],
  ])('is exposed after forging a %s, after a rebuild too', async (_what, body) => {
    tamper('calendar', `UPDATE commits SET body = ${body}`);
    expect((await run(rebuildCommand, 'calendar')).sound).toBe(true);
    const { sound, lines } = await run(verifyCommand, 'calendar');
    expect(sound).toBe(false);
    expect(lines.slice(1)).toContainEqual(
      expect.stringMatching(/^ {2}the commit at position \d+ is not what was signed$/),
    );
    expect(lines.slice(1).every((line) => line.endsWith('is not what was signed'))).toBe(true);
  });

  it('is exposed after removing keys, or the key of the signatures', async () => {
    tamper('calendar', 'DELETE FROM keys WHERE version = 0');
    expect((await run(verifyCommand, 'calendar')).lines).toContainEqual(
      expect.stringMatching(/key once\/.* is missing$/),
    );
    tamper('core', "DELETE FROM records WHERE kind = 'secret'");
    expect((await run(verifyCommand, 'core')).lines).toContainEqual(expect.stringContaining('signatures is gone'));
  });

  it('is exposed by a backup after cutting the end of a log, or all signatures', async () => {
    await run(backupCommand, folder.backup);
    expect(await run(compareCommand, folder.backup)).toMatchObject({ sound: true });
    tamper('core', "DELETE FROM records WHERE kind LIKE 'log-%' OR kind = 'secret'");
    tamper(
      'calendar',
      "DELETE FROM records WHERE kind LIKE 'log-%'",
      'DELETE FROM keys WHERE position = (SELECT max(position) FROM commits)',
      'DELETE FROM commits WHERE position = (SELECT max(position) FROM commits)',
    );
    const { sound, lines } = await run(compareCommand, folder.backup);
    expect(sound).toBe(false);
    expect(lines).toContainEqual(expect.stringMatching(/^core: was signed otherwise up to position \d+$/));
    expect(lines).toContainEqual(expect.stringMatching(/^calendar: had \d+ commits and has lost some$/));
    await expect(run(compareCommand)).rejects.toThrow('The FOLDER is missing');
  });

  it('cannot hide behind a rotation of the site’s key: the signatures stay valid', async () => {
    await run(rotateSecretsCommand);
    expect(await run(verifyCommand, 'calendar')).toMatchObject({
      sound: true,
      lines: [expect.stringContaining('signed to')],
    });
  });
});
