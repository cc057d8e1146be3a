import type { ServicePorts } from '../service.ts';

/** The lag of a reader. */
export interface Lag {
  readonly reader: string;
  readonly source: string;
  /** Number of commits, or of messages for a topic. Null if it cannot be read. */
  readonly behind: number | null;
  readonly unit: 'commits' | 'messages';
  /** The reason why the reader has stopped. */
  readonly fault: string | null;
}

/** A reader of a log or a topic. */
export interface Reader {
  readonly name: string;
  readonly unit: Lag['unit'];
  readonly sources: readonly string[];
  /**
   * Returns the lag by source.
   * @throws the reason why the reader has stopped
   */
  lag(): Promise<ReadonlyMap<string, number>>;
}

/**
 * Wraps the ports of a service to record the readers that it starts.
 * @param unit of its subscriptions
 */
export const recordReaders = <Ports extends ServicePorts>(ports: Ports, service: string, unit: Lag['unit']) => {
  const readers: Reader[] = [];
  const bus: ServicePorts['bus'] = {
    ...ports.bus,
    subscribe: async (subscription) => {
      const running = await ports.bus.subscribe(subscription);
      const { name, sources, ephemeral } = subscription;
      if (!ephemeral) readers.push({ name, sources, unit, lag: () => running.lag() });
      return running;
    },
  };
  const effects: ServicePorts['effects'] = {
    ...ports.effects,
    run: (definition) => {
      const running = ports.effects.run(definition);
      readers.push(ownLogReader(definition.name, service, () => running.lag()));
      return running;
    },
  };
  return { ports: { ...ports, bus, effects }, readers };
};

/** Returns a reader of the service's own log. */
export const ownLogReader = (name: string, service: string, lag: () => Promise<number>): Reader => ({
  name,
  sources: [service],
  unit: 'commits',
  lag: async () => new Map([[service, await lag()]]),
});

/** Returns the lags of readers, with the faults of stopped ones. */
export const lagsOf = async (readers: readonly Reader[]): Promise<Lag[]> =>
  (await Promise.all(readers.map(lagsOfReader))).flat();

const lagsOfReader = async ({ name: reader, sources, unit, lag }: Reader): Promise<Lag[]> => {
  try {
    return [...(await lag())].map(([source, behind]) => ({ reader, source, behind, unit, fault: null }));
  } catch (error) {
    return sources.map((source) => ({ reader, source, behind: null, unit, fault: String(error) }));
  }
};
