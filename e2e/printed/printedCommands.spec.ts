import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { front } from '@almanac/cli';
import type { Command } from 'commander';
import { root } from '../engines/root.ts';
import { namedScripts, type PrintedCommand, pages, printedCommands } from './printedCommands.ts';
import { shownElsewhere } from './shownElsewhere.ts';
import { BESIDE, STARTS, STOPPED } from './steps.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const packageFile = (folder: string) =>
  JSON.parse(read(join(folder, 'package.json'))) as { readonly scripts: Readonly<Record<string, string>> };

const run = [...STARTS, ...[...BESIDE, ...STOPPED].map(({ command }) => command)];

describe('the commands that pages print', () => {
  const printed = printedCommands();

  it('are found in blocks and tables', () => {
    expect(pages()).toEqual(expect.arrayContaining(['README.md', 'docs/operations.md', 'infra/sdk/README.md']));
    expect(new Set(printed.map(({ page }) => page)).size).toBeGreaterThan(6);
  });

  it('are each run by printed.e2e.ts, or listed with another place and a reason', () => {
    const unknown = printed.filter(({ command }) => !run.includes(command) && !shownElsewhere.has(command));
    expect(unknown).toEqual([]);
  });

  it('are still printed, if they are run or listed elsewhere', () => {
    const commands = new Set(printed.map(({ command }) => command));
    expect([...run, ...shownElsewhere.keys()].filter((command) => !commands.has(command))).toEqual([]);
  });

  it('are run once, in one place', () => {
    expect(run.filter((command, place) => shownElsewhere.has(command) || run.indexOf(command) !== place)).toEqual([]);
  });

  it.each([...shownElsewhere])('%s is shown where the list says', (_command, { why, file, saying }) => {
    expect(why).not.toBe('');
    expect(read(file)).toContain(saying);
  });

  it('name existing scopes of mutation', () => {
    const asked = [...shownElsewhere.keys()].flatMap((command) => /^npm run mutate -- (.*)$/.exec(command)?.[1] ?? []);
    const scopes = asked.flatMap((words) => words.replaceAll(/--\w+ [\w/-]+/g, '').match(/\w+/g) ?? []);
    const text = read('infra/mutation/scopes.mjs').split('export const scopes')[1];
    expect(scopes.length).toBeGreaterThan(3);
    for (const scope of scopes) expect(text).toMatch(new RegExp(`\\b${scope}\\b`));
  });
});

/** Returns, for `npm run --workspace a ops -- verify --x`, its workspace, its script, and the words after `--`. */
const partsOf = (command: string) => {
  const [before = '', after = ''] = command.replaceAll(/[[\]]/g, '').split(/ -- /, 2);
  const workspace = / --workspace (\S+)/.exec(before)?.[1] ?? '.';
  const words = before.replace(/ --workspace \S+/, '').split(' ');
  return { workspace, script: words[1] === 'run' ? (words[2] ?? '') : (words[1] ?? ''), words: after.split(' ') };
};

/** Returns the words that name no command or option. */
const unknownIn = (command: Command, [word = '', ...others]: readonly string[]): string[] => {
  const below = command.commands.find((each) => each.name() === word);
  if (below !== undefined) return unknownIn(below, others);
  const options = [word, ...others].filter((each) => each.startsWith('--') && each !== '--help');
  const strange = options.filter((each) => !command.options.some(({ long }) => long === each));
  return command.commands.length > 0 && /^[a-z-]+$/.test(word) ? [word, ...strange] : strange;
};

describe('the scripts that prose names', () => {
  const isStrange = ({ command }: PrintedCommand): boolean => {
    const { workspace, script, words } = partsOf(command);
    if (script === 'COMMAND') return false;
    if (!Object.hasOwn(packageFile(workspace).scripts, script)) return true;
    const known = script === 'almanac' ? front() : front().commands.find((each) => each.name() === script);
    return known !== undefined && unknownIn(known, words).length > 0;
  };

  it('exist, with their commands and options', () => {
    expect(namedScripts().length).toBeGreaterThan(50);
    expect(namedScripts().filter(isStrange)).toEqual([]);
  });

  it.each([
    'npm run opps -- verify',
    'npm run ops -- verfy',
    'npm run almanac -- ops verfy',
    'npm run user -- add LOGIN --mail ADDRESS',
    'npm run examples --workspace infra',
  ])('are reported as missing if they were %s', (command) => {
    expect(isStrange({ page: 'README.md', command })).toBe(true);
  });
});
