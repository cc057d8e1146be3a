import { followChanges, isServiceName, type ServiceName } from '@almanac/contracts';
import { type AnswerSources, CHANGES_HEADER, readChanges, readSources } from '@almanac/rest';
import type { FetchInternal, StreamInternal } from '@almanac/service';
import { FollowedVersions } from './followedVersions.ts';

/** The sources of answers of services in other processes. */
export interface RemoteSources {
  start(): void;
  stop(): Promise<void>;
  /**
   * Notes what an answer was made from.
   * @param text its header `MADE_OF_HEADER`
   * @param askedAt the time at which it was asked for, in milliseconds since the epoch
   */
  note(sources: AnswerSources, service: string, text: string, askedAt: number): void;
  /**
   * Raises the numbers of changes after a write, before its answer leaves the gateway.
   * @param text its header `CHANGES_HEADER`; undefined if the write has no answer, or one without the header
   */
  raise(service: ServiceName, text: string | undefined): void;
}

/** Follows the versions of all services. */
export const createRemoteSources = (services: Iterable<ServiceName>, stream: StreamInternal): RemoteSources => {
  const followed = new Map(
    Array.from(services, (service) => {
      const open = (signal: AbortSignal) => stream(service, followChanges.path, signal);
      return [service, new FollowedVersions({ open })] as const;
    }),
  );
  const of = (service: string): FollowedVersions | undefined =>
    isServiceName(service) ? followed.get(service) : undefined;

  return {
    start: () => {
      for (const versions of followed.values()) versions.start();
    },
    stop: async () => {
      await Promise.all(Array.from(followed.values(), (versions) => versions.stop()));
    },
    note: (sources, service, text, askedAt) => {
      const { refusal, versions, validMs } = readSources(text);
      const known = of(service);
      if (known === undefined) return;
      if (refusal !== undefined) sources.refuse(refusal);
      for (const [name, version] of versions) {
        if (typeof version === 'number') known.raise(name, version);
        sources.noteAt(known.source(name), version);
      }
      sources.startAt(askedAt);
      sources.endAt(askedAt + validMs);
      sources.complete();
    },
    raise: (service, text) => {
      if (text === undefined) of(service)?.doubt();
      else for (const { service: changed, name, count } of readChanges(text)) of(changed)?.raise(name, count);
    },
  };
};

/** Returns requests of the gateway itself that raise the versions by each write, such as a batch. */
export const raisingChanges =
  (fetchInternal: FetchInternal, remote: Pick<RemoteSources, 'raise'>): FetchInternal =>
  async (service, path, init) => {
    const { body, method = body === undefined ? 'GET' : 'POST' } = init ?? {};
    if (method === 'GET') return fetchInternal(service, path, init);
    let text: string | undefined;
    try {
      const answer = await fetchInternal(service, path, init);
      text = answer.headers.get(CHANGES_HEADER) ?? undefined;
      return answer;
    } finally {
      remote.raise(service, text);
    }
  };
