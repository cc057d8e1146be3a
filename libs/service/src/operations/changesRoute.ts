import { setTimeout as pause } from 'node:timers/promises';
import { type ChangesBeat, followChanges } from '@almanac/contracts';
import { EventStream, type Route, route, type SharedSources, type SourceVersion } from '@almanac/rest';
import { internalRoute } from './internalRoute.ts';
import type { OperatedService } from './operatedService.ts';

/** Milliseconds between two beats. */
const BEAT_MS = 100;
/**
 * Milliseconds after which a stream ends, and the gateway begins the next on the same connection: the ages of beats are
 * measured from the request, by two clocks that may differ in speed.
 */
const STREAM_MS = 10_000;

/** Returns the route that streams the versions of a service's sources to gateways (docs/adr/0087). */
export const changesRoute = ({ sharedSources, log }: Pick<OperatedService, 'sharedSources' | 'log'>): Route =>
  route({
    ...internalRoute(followChanges),
    args: {},
    handle: async () => {
      const stream = new EventStream({ keepAlive: STREAM_MS });
      beat(stream, sharedSources).catch((err: unknown) => {
        log.warn({ err }, 'the stream of changes was closed: the changes cannot be read');
        stream.destroy();
      });
      return stream.response();
    },
  });

/** Sends the versions that have changed since the beat before, with the milliseconds until they were read. */
const beat = async (stream: EventStream, sources: SharedSources | undefined): Promise<void> => {
  const begun = performance.now();
  const sent = new Map<string, SourceVersion | null>();
  for (let elapsed = 0; elapsed < STREAM_MS && !stream.destroyed; elapsed = performance.now() - begun) {
    const changed = [...((await sources?.read()) ?? [])].filter(([name, version]) => sent.get(name) !== version);
    const data: ChangesBeat = { elapsed, versions: Object.fromEntries(changed) };
    if (!stream.tell({ data })) return;
    for (const [name, version] of changed) sent.set(name, version);
    await pause(Math.max(1, begun + elapsed + BEAT_MS - performance.now()));
  }
  stream.finish();
};
