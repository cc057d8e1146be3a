import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import type { MoFolders } from '../moFolders.ts';
import { allShippedFiles } from './shippedFiles.ts';

const use = (...tags: string[]): void => useLanguages({ tags, defaultLanguage: 'en', overrides: {} });

describe('the files that components ship', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-shipped-spec-'));
  });
  afterEach(async () => {
    use(...DEFAULT_TAGS);
    await rm(folder, { recursive: true });
  });

  it('match a main language of three letters by the whole of it', async () => {
    use('en', 'fil-PH');
    for (const locale of ['fi', 'fil']) await writeFile(join(folder, `forms-${locale}.mo`), '');
    const none: ReadonlyMap<string, string> = new Map();
    const folders: Pick<MoFolders, 'components'> = {
      components: { plugins: new Map([['forms', folder]]), themes: none, other: none },
    };
    const found = await allShippedFiles({ ...folders, generated: async () => folder, close: async () => undefined });
    expect(found.map(({ id, language }) => [id, language])).toEqual([['plugins/forms/forms-fil.mo', 'fil-ph']]);
  });
});
