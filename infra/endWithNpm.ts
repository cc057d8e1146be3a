import { spawnSync } from 'node:child_process';

const POLL_MS = 250;
/** Matches the command of npm, whose title is `npm run start`; a system that shows no titles shows Node's. */
const NPM = /(?:^|\/)(?:npm|node|MainThread)\b/;
/** The process that adopts processes without a parent. */
const INIT = 1;

/** Returns the parent and the command of a process; undefined without `ps`, or for an unknown process. */
const processOf = (id: number): { readonly parent: number; readonly command: string } | undefined => {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(id)], { encoding: 'utf8' });
  const [, parent, command = ''] = /^\s*(\d+)\s+(.+)/.exec(stdout ?? '') ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), command };
};

/** Returns the id of npm above the shell that it started; undefined if it is unknown or already gone. */
const npmAbove = (shell: number): { readonly id: number | undefined; readonly isGone: boolean } => {
  const started = processOf(shell);
  if (started === undefined || NPM.test(started.command)) return { id: undefined, isGone: false };
  const isNpm = NPM.test(processOf(started.parent)?.command ?? '');
  return { id: isNpm ? started.parent : undefined, isGone: !isNpm && started.parent === INIT };
};

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Stops a process that npm started when npm, or the shell between them, is gone. npm passes a signal only to that shell,
 * which ends without passing it on. A killed npm passes none, and its shell goes on.
 */
export const endWithNpm = (): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const looking = setInterval(() => {
    if (process.ppid === parent && !npm.isGone && (npm.id === undefined || isAlive(npm.id))) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  looking.unref();
};
