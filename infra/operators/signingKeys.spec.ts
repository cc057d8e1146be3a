import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInSet, readPublicKeys, readSigningKey } from '@almanac/identity';
import { serviceNames } from '@almanac/manifest';
import { folderForSpec, heard } from './operatorSite.contract.ts';
import { signingKeysCommand } from './signingKeys.ts';

describe('the command signing-keys', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  beforeEach(async () => {
    folder = await folderForSpec();
  });
  afterEach(() => folder.remove());

  const at = (...names: string[]): string => join(folder.data, 'keys', ...names);
  const read = (...names: string[]): string => readFileSync(at(...names), 'utf8');

  it('writes a private key for each part, for its user only, and the set of their public keys', async () => {
    await signingKeysCommand.run([at()], heard(folder.data));
    const parts = ['gateway', ...serviceNames];
    expect(readdirSync(at()).sort()).toEqual([...parts, 'public'].map((name) => `${name}.json`).sort());
    const set = readPublicKeys(read('public.json'));
    expect(set?.size).toBe(parts.length);
    for (const part of parts) {
      const key = readSigningKey(read(`${part}.json`));
      expect(key?.kid).toMatch(new RegExp(`^${part}:\\d{14}$`));
      expect(key && set && isInSet(key, set)).toBe(true);
      expect(statSync(at(`${part}.json`)).mode & 0o777).toBe(0o600);
    }
  });

  it('keeps existing files', async () => {
    await signingKeysCommand.run([at()], heard(folder.data));
    const before = read('core.json');
    await expect(signingKeysCommand.run([at()], heard(folder.data))).rejects.toThrow('exists, and is kept');
    expect(read('core.json')).toBe(before);
  });

  it('adds former public keys for a rotation, and refuses a file of another kind', async () => {
    const later = heard(folder.data);
    await signingKeysCommand.run([at('first')], { ...later, now: () => new Date('2026-01-01T00:00:00Z') });
    await signingKeysCommand.run([at('second'), at('first', 'public.json')], later);
    const [former, both] = [
      readPublicKeys(read('first', 'public.json')),
      readPublicKeys(read('second', 'public.json')),
    ];
    expect([...(both?.keys() ?? [])]).toEqual(expect.arrayContaining([...(former?.keys() ?? [])]));
    expect(both?.size).toBe((former?.size ?? 0) * 2);
    writeFileSync(at('other.json'), '{}');
    for (const wrong of [at('other.json'), at('first', 'core.json'), at('none.json')])
      await expect(signingKeysCommand.run([at('third'), wrong], later)).rejects.toThrow(wrong);
  });
});
