const LOOK = 250;

/**
 * Has a process that npm started stop in order when the shell between them is gone: npm passes a signal on to that shell,
 * which ends and tells nobody. What ends at a terminal by Ctrl-C hears of it twice, and stops once.
 */
export const endWithNpm = (): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK);
  looking.unref();
};
