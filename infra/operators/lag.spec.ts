import { createProjector } from '@almanac/event-sourcing';
import { lagCommand, readLags } from './lag.ts';
import { folderForSpec, heard, openEmptyData } from './operatorSite.contract.ts';
import { openServices, type ServiceData } from './serviceData.ts';

describe('the command lag', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let calendar: ServiceData;
  beforeEach(async () => {
    folder = await folderForSpec();
    calendar = await openEmptyData(folder.data, 'calendar');
  });
  afterEach(async () => {
    await calendar.close();
    await folder.remove();
  });

  const setCheckpoint = (kind: string, id: string) =>
    calendar.entries.put(kind, id, { position: 7, commitId: 'of another log', epoch: 1, n: 0 });

  it('reports a projector whose checkpoint the log contradicts, and goes on with the others', async () => {
    const core = openServices(folder.data, ['core'])[0] as ServiceData;
    await setCheckpoint('projector', `documents/${createProjector(calendar).versions}`);
    const lags = await readLags([calendar, core], { projectors: true });
    await core.close();
    expect(lags).toEqual([
      {
        reader: 'projector',
        source: 'calendar',
        behind: null,
        unit: 'commits',
        fault: expect.stringContaining('names another commit at position 7 than the log, or one past its end'),
      },
      { reader: 'projector', source: 'core', behind: 0, unit: 'commits', fault: null },
    ]);
  });

  it('reports a subscription whose checkpoint the log contradicts', async () => {
    await setCheckpoint('checkpoint', 'calendar.copies/core');
    const said = heard(folder.data);
    expect(await lagCommand.run([], said)).toBe(false);
    expect(said.lines).toEqual([
      'calendar.copies of core: 0 commits behind',
      expect.stringContaining('  stopped: calendar.copies/core stands at 7 (commit of another log, epoch 1)'),
      'Documents are written together with the log; there are no relays.',
    ]);
  });
});
