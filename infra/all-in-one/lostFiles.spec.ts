import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { askAsAda, folderForSpec, startOn } from '../operators/operatorSite.contract.ts';

describe('a running site whose database is moved away', () => {
  it('acknowledges no write, is not ready and logs one line, until the file is back', async () => {
    const folder = await folderForSpec();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const site = await startOn(folder.data, log);
    const [file, aside] = [join(folder.data, 'core.sqlite'), join(folder.data, 'aside.sqlite')];
    const ready = async () => {
      const answer = await fetch(`http://127.0.0.1:${site.port}/ready`);
      return { status: answer.status, body: await answer.json() };
    };
    const write = (name: string) => askAsAda(site, 'POST', '/core/v2/tags', { name });
    expect((await ready()).status).toBe(200);
    await rename(file, aside);
    expect((await write('brass')).status).toBe(503);
    expect(await ready()).toEqual({
      status: 503,
      body: { status: 'unready', reasons: { core: `${file} was deleted or moved while it was open` } },
    });
    expect(lines.filter((line) => line === 'the database file is lost; writes are refused')).toHaveLength(1);
    await rename(aside, file);
    expect((await ready()).status).toBe(200);
    expect((await write('brass')).status).toBe(201);
    await site.stop();
    await folder.remove();
  });
});
