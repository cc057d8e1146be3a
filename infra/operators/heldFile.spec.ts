import { join } from 'node:path';
import { openDatabase } from '@almanac/documents/sqlite/database';
import { databaseFileOf } from '@almanac/manifest';
import { isInUse } from '../all-in-one/dataFolder.ts';
import { askAsAda, folderForSpec, makeEvent, startOn } from './operatorSite.contract.ts';

describe('a running site whose file a command writes to', () => {
  it('answers reads meanwhile, and the waiting write as soon as the file is free', async () => {
    const folder = await folderForSpec();
    const running = await startOn(folder.data);
    const first = await makeEvent(running, 'Before');
    const command = openDatabase(join(folder.data, databaseFileOf('calendar')), { durability: 'normal' });
    command.exec('BEGIN IMMEDIATE');
    let done = false;
    const made = makeEvent(running, 'Meanwhile').finally(() => {
      done = true;
    });
    const read = () => askAsAda(running, 'GET', `/cal/events/v1/events/${first}`);
    for (let reads = 0; reads < 20; reads++) expect((await read()).status).toBe(200);
    expect(done).toBe(false);
    command.exec('ROLLBACK');
    const id = await made;
    expect((await askAsAda(running, 'GET', `/cal/events/v1/events/${id}`)).body.title).toBe('Meanwhile');
    command.close();
    expect(isInUse(folder.data)).toBe(true);
    await running.stop();
    expect([isInUse(folder.data), isInUse(join(folder.data, 'none'))]).toEqual([false, false]);
    await folder.remove();
  });
});
