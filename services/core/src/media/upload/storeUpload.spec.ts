import { Readable } from 'node:stream';
import { serveCore, type TestService } from '../../testing.contract.ts';
import type { MediaFiles } from '../files/mediaFiles.ts';
import { storeUpload } from './storeUpload.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const upload = {
  file: { path: '/nowhere', size: 1, md5: '', read: () => Readable.from(['x']), discard: async () => undefined },
  base: 'a',
  extension: 'txt',
  type: 'text/plain',
  picture: undefined,
};

const storing = (files: Partial<MediaFiles>) =>
  storeUpload(
    { ...core, files: { ...core.media.files, ...files }, queue: (work) => work(), newId: () => 'id' },
    upload,
    { folder: '2026/05', signal: new AbortController().signal },
  );

describe('an upload that cannot be stored', () => {
  it('is refused for the system’s reason, which is logged', async () => {
    const full = Object.assign(new Error('no space left'), { syscall: 'write' });
    const refused = storing({ put: () => Promise.reject(full) });
    await expect(refused).rejects.toMatchObject({ code: 'rest_upload_file_error', status: 500, cause: full });
    expect(await core.entries.list('unsettled-files')).toEqual([]);
  });

  it('fails with any other error unchanged', async () => {
    const fault = new TypeError('a fault of the program');
    await expect(storing({ put: () => Promise.reject(fault) })).rejects.toBe(fault);
  });
});
