import type { ServicePorts } from '../service.ts';

/** How far a reader is behind. */
export interface Lag {
  readonly reader: string;
  readonly source: string;
  /** Commits; where a topic is read, messages. Null while it cannot be read. */
  readonly behind: number | null;
  readonly unit: 'commits' | 'messages';
  /** Why the reader cannot go on. */
  readonly fault: string | null;
}

/** Something that reads a log or a topic. */
export interface Reader {
  readonly name: string;
  readonly unit: Lag['unit'];
  readonly sources: readonly string[];
  /** By source. @throws why the reader cannot go on */
  lag(): Promise<ReadonlyMap<string, number>>;
}

/** The ports of a service that note which readers it begins. @param unit of its subscriptions */
export const notingReaders = <Ports extends ServicePorts>(ports: Ports, service: string, unit: Lag['unit']) => {
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

/** A reader of the service's own log. */
export const ownLogReader = (name: string, service: string, lag: () => Promise<number>): Reader => ({
  name,
  sources: [service],
  unit: 'commits',
  lag: async () => new Map([[service, await lag()]]),
});

/** How far readers are behind, and which have stopped. */
export const lagsOf = async (readers: readonly Reader[]): Promise<Lag[]> =>
  (await Promise.all(readers.map(lagsOfReader))).flat();

const lagsOfReader = async ({ name: reader, sources, unit, lag }: Reader): Promise<Lag[]> => {
  try {
    return [...(await lag())].map(([source, behind]) => ({ reader, source, behind, unit, fault: null }));
  } catch (error) {
    return sources.map((source) => ({ reader, source, behind: null, unit, fault: String(error) }));
  }
};
