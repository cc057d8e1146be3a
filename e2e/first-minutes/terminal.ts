import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '@almanac/testing';

export const CTRL_C = '\x03';

/** An installation takes minutes on a slow line. */
const PATIENCE = { within: 1_200_000 };

/** Where commands are typed, and what for. */
export interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Takes what a person sees, as it comes. */
  readonly show: (text: string) => void;
}

/** A command that runs at a terminal, not in a pipe: util-linux's `script` holds the other end. */
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
      // a spinner that turns is no text
      const text = stripVTControlCharacters(bytes.toString()).replaceAll(/\r(?=\n)|[\u2800-\u28ff]/g, '');
      this.#seen += text;
      show(text);
    });
    // a command that has ended reads no more
    this.#child.stdin.on('error', () => undefined);
    this.#ended = once(this.#child, 'close') as Promise<[number | null]>;
  }

  get seen(): string {
    return this.#seen;
  }

  /** What a pattern has found, once it is seen. @throws Error where the command ends before */
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

  /** What it ends with. @throws Error where it does not end */
  async ends(): Promise<number> {
    await eventually(() => this.#child.exitCode !== null, PATIENCE);
    const [code] = await this.#ended;
    return code ?? -1;
  }

  /** For what goes wrong: nothing of it is left. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null) this.press(CTRL_C);
    await this.#ended;
  }
}
