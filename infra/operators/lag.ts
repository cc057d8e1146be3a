import { isServiceName, type ServiceName } from '@almanac/contracts';
import { createProjector } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { listCheckpoints, readRestores, type StoredCheckpoint, verifyLogPosition } from '@almanac/messaging';
import { subscriptionLag } from '@almanac/messaging/kafka';
import { blockedKeys, type Lag, listByOwner } from '@almanac/service/operations';
import { connectionOf } from './connectionOf.ts';
import { isOnMongodb, type OperatorCommand, type Surroundings } from './operatorCommand.ts';
import { type ServiceData, withServices } from './serviceData.ts';

/** Returns the number of messages of a topic that a subscription has not handled. */
type Ask = (subscription: string, source: ServiceName) => Promise<number>;

/** `lag`: shows the number of commits or messages that subscriptions, relays and projectors are behind. */
export const lagCommand: OperatorCommand = {
  run: (_args, around) =>
    withServices(around, [], async (services) => {
      const lags = await readLags(services, { ask: brokersOf(around), projectors: isOnMongodb(around) });
      for (const lag of lags) {
        const { reader, source, behind, unit, fault } = lag;
        if (behind !== null) around.say(`${reader} of ${source}: ${behind} ${unit} behind`, lag);
        else if (fault === null)
          around.say(`${reader} of ${source}: set KAFKA_BROKERS to learn the ${unit} behind`, lag);
        else around.say(`${reader} of ${source}:`, lag);
        if (fault !== null) around.say(`  stopped: ${fault}`);
      }
      for (const { reader, keys } of await heldBack(services))
        around.say(`${reader}: keys held back by dead letters: ${keys}`, { reader, held_back_keys: keys });
      if (!isOnMongodb(around)) around.say('Documents are written together with the log; there are no relays.');
      return lags.every(({ fault }) => fault === null);
    }),
};

/** Returns the number of keys that dead letters block: their events are read, so they do not count as lag. */
const heldBack = async (services: readonly ServiceData[]) => {
  const letters = (await Promise.all(services.map(({ entries }) => listByOwner(entries)))).flat();
  return letters.map((own) => ({ reader: own.owner, keys: blockedKeys([own]).length }));
};

const brokersOf = (around: Surroundings): Ask | undefined => {
  const connection = connectionOf(around);
  return connection && ((subscription, source) => subscriptionLag(connection, subscription, source));
};

/**
 * Returns the lag of each reader.
 * @param options `projectors`: true if projectors create the documents, apart from the log
 */
export const readLags = async (
  services: readonly ServiceData[],
  { ask, projectors }: { readonly ask?: Ask | undefined; readonly projectors: boolean },
): Promise<Lag[]> => {
  const lags: Lag[] = [];
  for (const service of services) {
    const checkpoints = await listCheckpoints(service.entries);
    for (const checkpoint of checkpoints.filter(({ partition }) => partition === undefined)) {
      lags.push(await lagOfLog(services, checkpoint));
    }
    lags.push(...(await lagsOfTopics(checkpoints, ask)));
    if (!projectors) continue;
    lags.push(await lagOfProjector(service));
  }
  return lags;
};

const lagOfProjector = async (service: ServiceData): Promise<Lag> => {
  const lag = { reader: 'projector', source: service.name, unit: 'commits' } as const;
  try {
    return { ...lag, behind: await createProjector(service).lag(), fault: null };
  } catch (error) {
    return { ...lag, behind: null, fault: contradiction(error) };
  }
};

/** Returns the message if a log contradicts a checkpoint; throws any other error. */
const contradiction = (error: unknown): string => {
  if (!hasCode(error, 'log-contradicted')) throw error;
  return error.message;
};

const lagOfLog = async (services: readonly ServiceData[], checkpoint: StoredCheckpoint): Promise<Lag> => {
  const { owner: reader, source, logPosition } = checkpoint;
  const from = services.find(({ name }) => name === source);
  if (from === undefined) return { reader, source, behind: null, unit: 'commits', fault: `no data of ${source}` };
  const behind = Math.max(0, (await from.store.last()) - logPosition.position);
  const log = { store: from.store, publishing: () => [], restores: await readRestores(from.entries) };
  try {
    await verifyLogPosition(checkpoint.id, log, logPosition);
  } catch (error) {
    return { reader, source, behind, unit: 'commits', fault: contradiction(error) };
  }
  return { reader, source, behind, unit: 'commits', fault: null };
};

const lagsOfTopics = async (checkpoints: readonly StoredCheckpoint[], ask?: Ask): Promise<Lag[]> => {
  const partitions = checkpoints.filter(({ partition }) => partition !== undefined);
  const topics = new Map(partitions.map(({ owner, source }) => [`${owner}/${source}`, { owner, source }]));
  return Promise.all(
    Array.from(topics.values(), async ({ owner, source }) => {
      const behind = (isServiceName(source) ? await ask?.(owner, source) : undefined) ?? null;
      return { reader: owner, source, behind, unit: 'messages' as const, fault: null };
    }),
  );
};
