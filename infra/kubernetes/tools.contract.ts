import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Returns the path of a tool; undefined if the machine lacks it. */
const toolNamed = (name: string): string | undefined =>
  [join(here, '.tools/bin'), ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Defines tests that need tools; skips them, with the reason in their title, where one is lacking. */
export const describeWith = (names: readonly string[], title: string, define: (...tools: string[]) => void): void => {
  const lacking = names.filter((name) => toolNamed(name) === undefined);
  const tools = names.map((name) => toolNamed(name) ?? name);
  if (lacking.length === 0) describe(title, () => define(...tools));
  else
    describe.skip(`${title}, skipped: no ${lacking.join(' and ')} (infra/kubernetes/tools.sh)`, () => define(...tools));
};

/**
 * Runs a tool and returns its output.
 * @throws Error with all output if it fails
 */
export const run = (tool: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${basename(tool)} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
};

/** Creates a file for a tool that reads files; deletes it afterwards. */
export const withFile = <Result>(text: string, use: (file: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tool-'));
  try {
    const file = join(folder, 'given.yaml');
    writeFileSync(file, text);
    return use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
