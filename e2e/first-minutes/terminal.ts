import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '@almanac/testing';

export const CTRL_C = '\x03';

/** Timeout in milliseconds; an installation takes minutes on a slow connection. */
const PATIENCE = { within: 1_200_000 };

/** Folder, environment and output of typed commands. */
export interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives the output as a person sees it. */
  readonly show: (text: string) => void;
}

/** A command that runs at a terminal, not in a pipe, through util-linux's `script`. */
export class Typed {
  readonly command: string;
  readonly #child;
  readonly #ended: Promise<[number | null]>;
  #seen = '';

  constructor(command: string, { folder, environment, show }: Place) {
    this.command = command;
    show(`\n$ ${command}\n`);
    const env = { ...environment, TERM: 'xterm', COLUMNS: '200' };
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout.on('data', (bytes: Buffer) => {
      // removes spinner characters
      const text = stripVTControlCharacters(bytes.toString()).replaceAll(/\r(?=\n)|[\u2800-\u28ff]/g, '');
      this.#seen += text;
      show(text);
    });
    // ignores writes to a command that has ended
    this.#child.stdin.on('error', () => undefined);
    this.#ended = once(this.#child, 'close') as Promise<[number | null]>;
  }

  get seen(): string {
    return this.#seen;
  }

  /** Waits for output that matches a pattern; returns the match. @throws Error if the command ends before */
  async sees(pattern: RegExp): Promise<RegExpExecArray> {
    const isOver = () => this.#child.exitCode !== null;
    await eventually(() => pattern.test(this.#seen) || isOver(), PATIENCE);
    const found = pattern.exec(this.#seen);
    if (found === null) throw new Error(`“${this.command}” did not say ${pattern}, but:\n${this.#seen}`);
    return found;
  }

  press(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Waits for the end; returns the exit code. @throws Error if the command does not end */
  async ends(): Promise<number> {
    await eventually(() => this.#child.exitCode !== null, PATIENCE);
    const [code] = await this.#ended;
    return code ?? -1;
  }

  /** Stops the command if it still runs, for clean-up after a failure. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null) this.press(CTRL_C);
    await this.#ended;
  }
}
