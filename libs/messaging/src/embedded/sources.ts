import type { ServiceName } from '@almanac/contracts';
import type { Source } from '../source.ts';
import { LogTail } from './logTail.ts';

/**
 * The logs of the services in this process. They are opened one after the other, so a reader waits until its source is
 * open.
 */
export interface Sources {
  add(name: ServiceName, source: Source): void;
  /** Resolves once the service's log is open. */
  get(name: ServiceName): Promise<LogTail>;
}

export const createSources = (initial: Iterable<readonly [ServiceName, Source]> = []): Sources => {
  const waiting = new Map<ServiceName, PromiseWithResolvers<LogTail>>();

  const of = (name: ServiceName): PromiseWithResolvers<LogTail> => {
    const entry = waiting.get(name) ?? Promise.withResolvers<LogTail>();
    waiting.set(name, entry);
    return entry;
  };

  const add = (name: ServiceName, source: Source): void => of(name).resolve(new LogTail(name, source));
  for (const [name, source] of initial) add(name, source);
  return { add, get: (name) => of(name).promise };
};
