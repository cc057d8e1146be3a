import type { ServiceName } from '@almanac/contracts';
import type { Source } from '../source.ts';

/** The logs of the services that run in this process. They are made one after the other, so readers wait for theirs. */
export interface Sources {
  add(name: ServiceName, source: Source): void;
  /** Resolves once the service is there. */
  get(name: ServiceName): Promise<Source>;
}

export const createSources = (initial: Iterable<readonly [ServiceName, Source]> = []): Sources => {
  const waiting = new Map<ServiceName, PromiseWithResolvers<Source>>();

  const of = (name: ServiceName): PromiseWithResolvers<Source> => {
    const entry = waiting.get(name) ?? Promise.withResolvers<Source>();
    waiting.set(name, entry);
    return entry;
  };

  for (const [name, source] of initial) of(name).resolve(source);
  return { add: (name, source) => of(name).resolve(source), get: (name) => of(name).promise };
};
