import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import brandNames from './brandNames.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const TEXT = /\.(?:[cm]?[jt]s|json|md|ya?ml|html|css|toml|sh)$|(?:^|\/)Dockerfile$/;
/** The profiles of names, manifests, test inputs, and the two pages about other systems. */
const EXEMPT =
  /^infra\/aliases\/|(?:^|\/)package(?:-lock)?\.json$|^e2e\/field\/|^docs\/(?:interface\/clients|moving)\.md$/;
/** Names that exchanged files have, by the file that reads them. */
const EXCHANGED = new Map([
  ['services/translation/src/custom-xml/schema.ts', 'wpml-config'],
  ['services/translation/src/custom-xml/validate.spec.ts', 'wpml-config'],
]);

const NAMING = new RegExp(`(?<![A-Za-z0-9])(?:${brandNames.map((name) => RegExp.escape(name)).join('|')})`, 'gi');

/** Returns the places of a text that name another system. */
const namesIn = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => (line.match(NAMING) ?? []).map((name) => `${index + 1}: ${name}`));

const projectFiles = (): string[] => {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\0').filter((path) => TEXT.test(path) && !EXEMPT.test(path) && existsSync(join(ROOT, path)));
};

describe('files outside the profiles of names', () => {
  it('name no other system, so that profiles alone decide which names a site has', () => {
    const paths = projectFiles();
    expect(paths.length).toBeGreaterThan(1_000);
    const named = paths.flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(EXCHANGED.get(path) ?? '\0', '');
      return namesIn(text).map((place) => `${path}:${place}`);
    });
    expect(named).toEqual([]);
  });

  it.each([
    ['a name in any case', 'Sites of wordPress.', ['1: wordPress']],
    ['the beginning of a name', 'one\nedit("tribe_events")', ['2: tribe_']],
    ['no part of a word', 'distribe-nothing', []],
  ])('are searched for %s', (_case, text, found) => {
    expect(namesIn(text)).toEqual(found);
  });
});
