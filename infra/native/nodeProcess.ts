import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fileVariable } from '@almanac/service';
import { LOOPBACK } from '../loopback.ts';

export interface NodeProcessOptions {
  /** The prefix of each line of its output. */
  readonly name: string;
  /** The path of the script in the repository. */
  readonly script: string;
  readonly port: number;
  /** Default: loopback only; empty: every interface. */
  readonly host?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** A part of the site that runs as a process of this starter. */
export interface NodeProcess {
  readonly name: string;
  /** `http://127.0.0.1:4001` */
  readonly address: string;
  readonly process: ChildProcess;
  /**
   * Resolves when the process can serve.
   * @throws if it has ended, or is not ready in time; the signal's reason
   */
  ready(signal?: AbortSignal): Promise<void>;
  /** Signals the process to end, and waits; `SIGKILL` for faults. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of compiled code; compiling takes a third of a start. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const BEFORE = new URL('endWithParent.ts', import.meta.url).href;
const READY_WITHIN = 180_000;
const ENDS_WITHIN = 30_000;
/** The number of output lines that an error quotes. */
const LINES_KEPT = 30;

/** Starts a script of the repository with an HTTP port on loopback. */
export const startNodeProcess = (options: NodeProcessOptions): NodeProcess => {
  const { name, script, port, host = LOOPBACK, environment, say } = options;
  // A process group of its own: a terminal's Ctrl-C then reaches only the starter, which stops the parts in order.
  const child = spawn(process.execPath, ['--import', BEFORE, script], {
    cwd: ROOT,
    detached: true,
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      ...withoutFilesOf(environment),
      ...environment,
      HOST: host,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on('line', (line) => {
      said.push(line);
      if (said.length > LINES_KEPT) said.shift();
      say(line.includes(`[${name}]`) ? line : `[${name}] ${line}`);
    });
  }
  // Resolves after all of its output was read.
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const address = `http://${LOOPBACK}:${port}`;
  return {
    name,
    address,
    process: child,
    ready: async (signal) => {
      const until = Date.now() + READY_WITHIN;
      while (Date.now() < until && !hasEnded() && !signal?.aborted) {
        if (await isReady(address)) return;
        await pause(50);
      }
      signal?.throwIfAborted();
      if (hasEnded()) await gone;
      const state = hasEnded() ? `has ended with ${child.exitCode ?? child.signalCode}` : 'is not ready';
      throw new Error([`${name} ${state}. Its last lines:`, ...said].join('\n'));
    },
    stop: async (signal = 'SIGTERM') => {
      if (hasEnded()) return;
      child.kill(signal);
      const killer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN);
      await gone;
      clearTimeout(killer);
    },
  };
};

/** Returns the starter's variables without the paths of files with variables that it sets itself. */
const withoutFilesOf = (environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const replaced = Object.keys(environment).map(fileVariable);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !replaced.includes(name)));
};

/** True if a part of the site reports that it is ready. */
export const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/ready`, { signal: AbortSignal.timeout(3_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
