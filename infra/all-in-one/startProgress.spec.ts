import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../native/freePort.ts';
import { folderForSpec, makeEvent, startOn } from '../operators/operatorSite.contract.ts';
import { siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

describe('a site whose documents are of an older projection version', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(() => folder.remove());

  const writeOlderDocuments = async (): Promise<void> => {
    const site = await startOn(folder.data);
    await makeEvent(site, 'Fair');
    await site.stop();
    const database = new DatabaseSync(join(folder.data, 'calendar.sqlite'));
    database.exec("UPDATE document_generations SET fold = 1 WHERE collection = 'events'");
    database.close();
  };

  it('tells the steps of its start, and how far it has rebuilt them', async () => {
    await writeOlderDocuments();
    const port = await freePort();
    let isStarting = true;
    const starting = startSiteUnderTest(siteOfAda(), { data: folder.data, port }).finally(() => {
      isStarting = false;
    });
    const steps = new Set<string>();
    while (isStarting) {
      const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
      if (answer?.status === 503) steps.add(await answer.text());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await (await starting).stop();
    expect([...steps]).toEqual(expect.arrayContaining([expect.stringMatching(/^starting: opening \w+$/)]));
    expect([...steps]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^starting: rebuilding documents of calendar, (\d+) of \1 commits$/),
      ]),
    );
  });
});
