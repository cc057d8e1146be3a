import { folderForSpec, heard } from './operatorSite.contract.ts';
import { topicsCommand } from './topics.ts';

describe('the command topics', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(() => folder.remove());

  it('is refused without brokers', async () => {
    await expect(topicsCommand.run([], heard(folder.data))).rejects.toThrow('KAFKA_BROKERS is missing');
  });

  it.each(['0', '-1', '1.5', 'many'])('refuses %s replicas', async (replicas) => {
    await expect(topicsCommand.run([replicas], heard(folder.data))).rejects.toThrow(`got ${replicas}`);
  });
});
