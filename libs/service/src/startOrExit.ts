import { ConfigurationError } from './environment.ts';

type Host = Pick<NodeJS.Process, 'exit' | 'stderr'>;

/** Starts a process. A fault of its configuration is written to standard error, and the process exits with 1. */
export const startOrExit = async (start: () => Promise<void>, host: Host = process): Promise<void> => {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    host.stderr.write(`${error.message}\n`);
    host.exit(1);
  }
};
