import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { profileNames, readProfile } from './aliasProfile.ts';

const [name = ''] = profileNames();
const shipped = JSON.parse(
  readFileSync(new URL(`../../../infra/aliases/${name}.json`, import.meta.url), 'utf8'),
) as Record<string, unknown>;

describe('a profile of names', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-aliases-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (content: unknown) => {
    writeFileSync(join(folder, 'own.json'), typeof content === 'string' ? content : JSON.stringify(content));
    return readProfile('own', pathToFileURL(`${folder}/`));
  };

  it('is read by its name', () => {
    expect(readProfile(name).restPrefix).toBe(shipped.restPrefix);
  });

  it('has another tag after each change of its file', () => {
    expect(read(shipped).tag).not.toBe(read({ ...shipped, members: {} }).tag);
  });

  it.each(['unknown', '../package', 'foreignNames', ''])('is refused if no file has its name: %j', (unknown) => {
    expect(() => readProfile(unknown)).toThrow(`ALIASES: "${unknown}" is no profile of names; use "${name}"`);
  });

  it.each([
    ['{', 'is not JSON'],
    [{ ...shipped, namespaces: undefined }, 'namespaces: '],
    [{ ...shipped, colours: {} }, 'colours'],
    [{ ...shipped, types: { one: 'two', two: 'three' } }, 'types: has a name on both sides'],
    [{ ...shipped, paths: { 'no-slash': '/admin/' } }, 'paths.no-slash'],
    [{ ...shipped, forms: { '/admin/sign-in': { user: 'login name' } } }, 'forms./admin/sign-in.user'],
    [{ ...shipped, headers: { 'X-Total': 'not a header' } }, 'headers.X-Total'],
  ])('is refused with the place of its fault: %#', (content, fault) => {
    expect(() => read(content)).toThrow(fault);
  });
});
