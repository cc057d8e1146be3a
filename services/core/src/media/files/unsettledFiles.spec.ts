import { Readable } from 'node:stream';
import { findWithDocuments, type UnitOfWork } from '@almanac/event-sourcing';
import { siteOf } from '../../posts/postWriting.ts';
import { registrations } from '../../service.ts';
import { context, serveCore, type TestService } from '../../testing.contract.ts';
import { mediumDecider } from '../mediumCommands.ts';
import { storeMedium } from '../storeMedium.ts';
import { picture, uploadRaw } from '../testing.contract.ts';
import { receiveFile } from '../upload/receivedFile.ts';
import { cleanUpUnsettledFiles, type FilePorts, recordDeletedFiles, reservePaths } from './unsettledFiles.ts';

const LATER = 11 * 60_000;

let core: TestService;
let ports: FilePorts;
beforeEach(async () => {
  core = await serveCore();
  ports = { ...core, ...core.media };
});
afterEach(() => core.stop());

const put = (path: string) => core.media.files.put(path, Buffer.from('x'));
const there = (...paths: string[]) => Promise.all(paths.map((path) => core.media.files.exists(path)));

describe('files of interrupted work', () => {
  it('are removed if no medium names them, once nobody can be working on them', async () => {
    const paths = ['2026/05/a.jpg', '2026/05/a-150x150.jpg'];
    expect(await reservePaths(ports, paths)).toBe(true);
    for (const path of paths) await put(path);
    await cleanUpUnsettledFiles(ports);
    expect(await there(...paths)).toEqual([true, true]);
    core.advance(LATER);
    await cleanUpUnsettledFiles(ports);
    expect([await there(...paths), await core.entries.list('unsettled-files')]).toEqual([[false, false], []]);
  });

  it('stay if a medium names them after all', async () => {
    const { body } = await uploadRaw(core, { content: await picture(400, 300), name: 'kept.jpg' });
    const own = ['2026/05/kept.jpg', '2026/05/kept-300x225.jpg'];
    await put('2026/05/kept-scaled.jpg');
    await recordDeletedFiles(ports, [...own, '2026/05/kept-scaled.jpg']);
    core.advance(LATER);
    await cleanUpUnsettledFiles(ports);
    expect(await there(...own, '2026/05/kept-scaled.jpg')).toEqual([true, true, false]);
    expect((await core.ask('author', 'DELETE', `/core/v2/media/${body.id}?force=true`)).status).toBe(200);
    expect(await there(...own)).toEqual([false, false]);
  });

  /** Simulates a process that is killed before it writes the documents of its last commit. */
  const killedAfter = async (commit: () => Promise<unknown>): Promise<void> => {
    const { append } = core.store;
    core.store.append = (made) => append(made);
    await commit();
    core.store.append = append;
  };
  const mend = async (): Promise<void> => {
    const [commit] = await core.store.readLog((await core.store.last()) - 1);
    await findWithDocuments({ ...core, registrations })(commit?.meta.id ?? '');
  };

  it('stay if only the log knows yet that a medium names them', async () => {
    const own = ['2026/05/kept.jpg', '2026/05/kept-300x225.jpg'];
    // the note is written before the commit; the end of the killed upload has removed it
    await recordDeletedFiles(ports, own);
    const [note] = await core.entries.list<object>('unsettled-files');
    await core.entries.delete('unsettled-files', own[0] ?? '');
    const content = await picture(400, 300);
    await killedAfter(() => uploadRaw(core, { content, name: 'kept.jpg' }));
    await core.entries.put('unsettled-files', own[0] ?? '', note?.body);
    core.advance(LATER);
    await cleanUpUnsettledFiles(ports);
    expect([await there(...own), await core.entries.list('unsettled-files')]).toMatchObject([[true, true], [{}]]);
    await mend();
    await cleanUpUnsettledFiles(ports);
    expect([await there(...own), await core.entries.list('unsettled-files')]).toEqual([[true, true], []]);
  });

  it('are removed if only the log knows yet that their medium is deleted', async () => {
    const { body } = await uploadRaw(core, { content: await picture(400, 300), name: 'gone.jpg' });
    const own = ['2026/05/gone.jpg', '2026/05/gone-300x225.jpg'];
    await recordDeletedFiles(ports, own);
    const remove = (unit: UnitOfWork) => unit.decide(mediumDecider, body.id, { type: 'Delete' }, undefined);
    await killedAfter(() => core.commands.run(context(), remove));
    core.advance(LATER);
    await cleanUpUnsettledFiles(ports);
    expect(await core.entries.list('unsettled-files')).toHaveLength(1);
    await mend();
    await cleanUpUnsettledFiles(ports);
    expect([await there(...own), await core.entries.list('unsettled-files')]).toEqual([[false, false], []]);
  });

  it('keep their name from others meanwhile', async () => {
    expect(await reservePaths(ports, ['2026/05/a.txt'])).toBe(true);
    expect(await reservePaths(ports, ['2026/05/a.txt'])).toBe(false);
    const { body } = await uploadRaw(core, { content: 'x', name: 'a.txt' });
    expect(body.source_url).toBe('http://site.test/uploads/2026/05/a-1.txt');
  });
});

describe('an upload whose commit', () => {
  const upload = async (code: string): Promise<void> => {
    const refusal = Object.assign(new Error(code), { code });
    const content = await picture(400, 300);
    const receiving = { folder: core.media.incoming, limit: 1_000_000, form: 'raw' } as const;
    const file = await receiveFile(Readable.from([content]), receiving);
    const storing = {
      commands: { run: () => Promise.reject(refusal) },
      context: context(),
      contentSite: siteOf(core),
      mayRun: false,
      signal: new AbortController().signal,
    };
    const made = { upload: { form: 'raw', file, name: 'x.jpg' } as const, input: { author: 3 }, source: null };
    await expect(storeMedium(core, storing, made)).rejects.toBe(refusal);
  };
  const paths = ['2026/05/x.jpg', '2026/05/x-300x225.jpg'];

  it('is refused leaves no file behind', async () => {
    await upload('rest_contention');
    expect([await there(...paths), await core.entries.list('unsettled-files')]).toEqual([[false, false], []]);
  });

  it('may stand or not keeps its files until that is known', async () => {
    await upload('outcome-unknown');
    expect(await there(...paths)).toEqual([true, true]);
    core.advance(LATER);
    await cleanUpUnsettledFiles(ports);
    expect(await there(...paths)).toEqual([false, false]);
  });
});
