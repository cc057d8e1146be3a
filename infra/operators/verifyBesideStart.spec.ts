import type { RunningSite } from '../all-in-one/compose.ts';
import { folderForSpec, heard, makeEvent, startOn } from './operatorSite.contract.ts';
import { verifyCommand } from './verify.ts';

describe('a verification', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let site: RunningSite | undefined;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(async () => {
    await site?.stop();
    await folder.remove();
  });

  it('finds no faults while the site starts and writes', async () => {
    site = await startOn(folder.data);
    for (let number = 0; number < 20; number++) await makeEvent(site, `Before ${number}`, { tags: ['harbour'] });
    await site.stop();
    let isStarting = true;
    const starting = startOn(folder.data).then(async (started) => {
      site = started;
      for (let number = 0; number < 20; number++) await makeEvent(started, `During ${number}`, { tags: ['quay'] });
      isStarting = false;
    });
    do {
      const around = heard(folder.data);
      expect([await verifyCommand.run([], around), around.lines.filter((line) => line.startsWith('  '))]).toEqual([
        true,
        [],
      ]);
    } while (isStarting);
    await starting;
  });
});
