import { checkSignatures, rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { listCheckpoints, type StoredCheckpoint } from '@almanac/messaging';
import { publishedMessages } from '@almanac/messaging/kafka';
import { findLostLog, prepareIndexes, readDatabaseSettings } from '@almanac/service/data';
import { whileRebuilding } from '@almanac/service/operations';
import { databaseFaults } from '../all-in-one/heldData.ts';
import { connectionOf } from './connectionOf.ts';
import { dataFolderOf, isOnMongodb, type OperatorCommand, type Surroundings } from './operatorCommand.ts';
import { definitionsOf, type ServiceData, withServices } from './serviceData.ts';

/** `verify`: reports the faults of the data. */
export const verifyCommand: OperatorCommand = {
  run: async (names, around) => {
    const named = definitionsOf(names);
    const readers = isOnMongodb(around) ? await withServices(around, [], readersOf) : [];
    return inTurn(named, async ({ name }) => {
      const lost = isOnMongodb(around) ? [] : databaseFaults(dataFolderOf(around), name);
      for (const fault of lost) around.say(fault, { service: name, faults: [fault] });
      if (lost.length > 0) return false;
      const own = readers.filter(({ source }) => source === name);
      return withServices(around, [name], (services) => inTurn(services, (service) => verify(service, around, own)));
    });
  },
};

/** Returns the checkpoints of the readers of all logs. */
const readersOf = async (services: readonly ServiceData[]): Promise<StoredCheckpoint[]> =>
  (await Promise.all(services.map(({ entries }) => listCheckpoints(entries)))).flat();

/** Does the work for each item, even after one with a fault. Resolves to true if all are sound. */
const inTurn = async <Item>(items: readonly Item[], isSound: (item: Item) => Promise<boolean>): Promise<boolean> => {
  let sound = true;
  for (const item of items) sound = (await isSound(item)) && sound;
  return sound;
};

/** Returns the faults of a log that has lost commits which its readers, or its topic, know. */
const faultsOfEnd = async (
  service: ServiceData,
  around: Surroundings,
  readers: readonly StoredCheckpoint[],
): Promise<string[]> => {
  const last = await service.store.last();
  const connection = connectionOf(around);
  const lost = connection && (await findLostLog(service, () => publishedMessages(connection, service.name)));
  const ahead = readers.filter(({ logPosition }) => logPosition.position > last);
  const faults = ahead.map(
    ({ id, logPosition }) => `${id} has read to ${logPosition.position}; the log ends at ${last}`,
  );
  return lost === undefined ? faults : [lost, ...faults];
};

/** @param readers checkpoints in the service's log */
const verify = async (
  service: ServiceData,
  around: Surroundings,
  readers: readonly StoredCheckpoint[],
): Promise<boolean> => {
  const report = await withProgress(service, around, verifyDocuments);
  const { commits, events, documents } = report;
  const signatures = await signaturesOf(service);
  const faults = [...(await faultsOfEnd(service, around, readers)), ...report.faults, ...signatures.faults];
  const counts = `${commits} commits, ${events} events, ${documents} documents`;
  const result = { service: service.name, commits, events, documents, signatures: signatures.say, faults };
  around.say(`${service.name}: ${counts}: ${faults.length} faults; ${signatures.say}`, result);
  for (const fault of faults) around.say(`  ${fault}`);
  return faults.length === 0;
};

/** Returns the faults of the signatures, and a text with their end. */
const signaturesOf = async (service: ServiceData): Promise<{ say: string; faults: readonly string[] }> => {
  try {
    const { signed, unsigned, late, head, faults } = await checkSignatures({ ...service, service: service.name });
    if (signed === 0) return { say: 'not signed', faults };
    const lateness = late === 0 ? '' : `, ${late} of them more than an hour late`;
    return { say: `signed to ${signed} (${head})${lateness}, ${unsigned} after it`, faults };
  } catch (error) {
    if (hasCode(error, 'secrets-key-missing')) return { say: 'signatures not checked: set SECRETS_KEY', faults: [] };
    if (!hasCode(error, 'log-contradicted') && !hasCode(error, 'secret-unreadable')) throw error;
    return { say: 'signatures not checked', faults: [error.message] };
  }
};

/** `rebuild`: rebuilds the documents. */
export const rebuildCommand: OperatorCommand = {
  run: (names, around) =>
    withServices(around, names, async (services) => {
      for (const service of services) {
        const begun = around.now().getTime();
        const { commits, events } = await withProgress(service, around, rebuildDocuments);
        const rate = Math.round((events * 1_000) / Math.max(1, around.now().getTime() - begun));
        const result = { service: service.name, commits, events, events_per_second: rate };
        around.say(
          `${service.name}: ${commits} commits, ${events} events folded again (${rate}/s), readers switched`,
          result,
        );
      }
      return true;
    }),
};

/**
 * Runs long work with a bar that shows its position in the log. Waits while another process rebuilds or verifies the
 * service: each would end the other.
 */
const withProgress = async <Report>(
  service: ServiceData,
  around: Surroundings,
  work: (options: Parameters<typeof rebuildDocuments>[0]) => Promise<Report>,
): Promise<Report> => {
  const bar = around.progress(service.name, 'commits');
  const { store, documents, entries, registrations } = service;
  const onProgress = ({ position, last }: { position: number; last: number }): void => bar.update(position, last);
  try {
    const onWait = (): void => around.say(`${service.name}: waits for another rebuild or verify`);
    return await whileRebuilding(entries, onWait, () => work({ store, documents, registrations, onProgress }));
  } finally {
    bar.stop();
  }
};

/** `indexes`: creates MongoDB's missing indexes before a release that declares them serves. */
export const indexesCommand: OperatorCommand = {
  run: async (names, around) => {
    const definitions = definitionsOf(names);
    if (!isOnMongodb(around)) {
      around.say('In the data folder indexes are made at the start; MONGODB_URL names the server of another site.');
      return true;
    }
    const settings = readDatabaseSettings(around.environment);
    for (const definition of definitions) {
      const indexes = await prepareIndexes(settings, definition);
      const made = indexes.filter((index) => index.made);
      const result = { service: definition.name, indexes: indexes.length, made };
      around.say(`${definition.name}: ${indexes.length} indexes, ${made.length} of them made just now`, result);
      for (const { collection, index } of made) around.say(`  ${collection}: ${index}`);
    }
    return true;
  },
};
