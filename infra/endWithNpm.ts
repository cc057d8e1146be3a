const POLL_MS = 250;

/**
 * Stops a process that npm started when the shell between them is gone. npm passes a signal only to that shell, which
 * ends without passing it on. Ctrl-C at a terminal signals the process twice; it stops once.
 */
export const endWithNpm = (): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  looking.unref();
};
