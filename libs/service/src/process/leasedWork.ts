import { leasedBy, repeatWhileLeased, whileLeased } from '@almanac/messaging';
import type { ServicePorts } from '../service.ts';

export interface LeasedWorkOptions {
  readonly name: string;
  readonly ports: Pick<ServicePorts, 'entries' | 'log'>;
  /** Unique to this process. */
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** Work that one of the replicas does continuously. */
export interface LeasedWork {
  /** Returns the error that has stopped it for good: the log contradicts its earlier state. */
  failure(): unknown;
  stop(): Promise<void>;
}

/** Repeats work, with a pause in between, as long as this process holds the lease. */
export const startLeasedWork = (
  options: Omit<LeasedWorkOptions, 'signal'> & { readonly rest: number },
  work: (signal: AbortSignal) => Promise<unknown>,
): LeasedWork => {
  const ending = new AbortController();
  let failure: unknown;
  const running = repeatWhileLeased(options.ports, { ...options, signal: ending.signal }, work).catch(
    (error: unknown) => {
      failure = error;
      options.ports.log.error({ name: options.name, err: error }, 'stopped: the log differs from the checkpoint');
    },
  );
  return {
    failure: () => failure,
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};

/**
 * Runs work once in this process, while no other replica does the same.
 * @throws the work's last error; the signal's reason
 */
export const onceLeased = async (options: LeasedWorkOptions, work: () => Promise<void>): Promise<void> => {
  const done = new AbortController();
  const signal = AbortSignal.any([options.signal, done.signal]);
  let finished = false;
  await whileLeased(leasedBy(options.ports, { ...options, signal }), async () => {
    await work();
    finished = true;
    done.abort();
  });
  if (!finished) options.signal.throwIfAborted();
};
