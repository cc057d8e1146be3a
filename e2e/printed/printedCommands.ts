import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../engines/root.ts';

/** A command that a page asks its readers to type. */
export interface PrintedCommand {
  readonly page: string;
  /** Command on one line, without the remark beside it. */
  readonly command: string;
}

const isRead = (path: string): boolean => !/(^|\/)CHANGELOG\.md$|^docs\/adr\//.test(path);

/** Returns the Markdown pages with current commands; changelogs and decision records are history. */
export const pages = (): string[] =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .filter(isRead)
    .sort();

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const COMMAND = /^(?:[A-Z_]+=\S* )*(?:npm|npx|node|git|curl|docker|kubectl|cp|openssl|script|sh|bash|\.ci\/run)(?: |$)/;

/** Returns the commands of a block. Three or more spaces begin a remark; an indented line continues one. */
const commandsOf = (block: string): string[] => {
  const lines = block.replaceAll(/\\\n\s*/g, '').split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (!COMMAND.test(first)) return [];
  return lines.filter((line) => /^\S/.test(line)).map((line) => line.split(/ {3,}/, 1)[0] ?? '');
};

const BLOCK = /^```(?:sh|shell|bash|console)?\n(.*?)^```$/gms;

const inBlocks = (text: string): string[] => [...text.matchAll(BLOCK)].flatMap(([, block = '']) => commandsOf(block));

const TABLE = /^\| (?:command|way to run it) \|.*\n\|[-| ]+\|\n((?:\|.*\n)+)/gm;

const codesIn = (text: string): string[] => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);

/** Returns the commands in the first column of command tables. */
const inTables = (text: string): string[] =>
  [...text.matchAll(TABLE)]
    .flatMap(([, rows = '']) => rows.trim().split('\n'))
    .flatMap((row) => codesIn(row.split(' | ', 1)[0] ?? ''));

/** Returns the commands in command blocks and command tables, page by page. */
export const printedCommands = (): PrintedCommand[] =>
  pages().flatMap((page) => {
    const text = textOf(page);
    return [...new Set([...inBlocks(text), ...inTables(text)])].map((command) => ({ page, command }));
  });

/** Returns inline code that begins with an npm command. */
export const namedScripts = (): PrintedCommand[] =>
  pages().flatMap((page) =>
    codesIn(textOf(page))
      .filter((code) => /^npm (?:run|start|test)\b/.test(code))
      .map((command) => ({ page, command })),
  );
