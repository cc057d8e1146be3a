import { join } from 'node:path';
import { openDatabase } from '@almanac/documents/sqlite';
import { databaseFileOf } from '@almanac/manifest';
import { ConfigurationError, suggestion } from '@almanac/service';
import { eraseSubject, personalOf } from '@almanac/service/operations';
import { type DataFolder, openDataFolder } from '../../all-in-one/dataFolder.ts';
import { dataFolderOf, isOnMongodb, type OperatorCommand, required } from '../operatorCommand.ts';
import { knownServices, type ServiceData, withServices } from '../serviceData.ts';

/** `erase`: removes the personal data of a user or an organizer for good. */
export const eraseCommand: OperatorCommand = {
  run: async ([kind, id], around) => {
    const subject = { kind: required(kind, 'The kind of record'), id: numberOf(required(id, 'The ID')) };
    const bar = around.progress('erase', 'commits');
    try {
      const { name, events } = await withServices(around, [], async (services) => {
        const service = serviceOf(services, subject.kind);
        const options = { now: around.now, onProgress: bar.update };
        return { name: service.name, events: await eraseSubject(service, subject, options) };
      });
      const isClean = isOnMongodb(around) || compactAll(dataFolderOf(around));
      around.say(`${subject.kind} ${subject.id}: ${events} events of ${name} hold nothing personal any more.`, {
        ...subject,
        service: name,
        events,
        files_rewritten: isClean,
      });
      if (!isClean)
        around.say('The site runs: stop it and run this again, for what free space of its files still holds.');
      around.say(
        'What topics hold of it, nobody can open any more. Backups made before still do; see that they go in their time.',
      );
      return true;
    } finally {
      bar.stop();
    }
  },
};

const numberOf = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ConfigurationError(`${text} is no ID.`);
};

const serviceOf = (services: readonly ServiceData[], kind: string): ServiceData => {
  const service = services.find((each) => personalOf(each, kind).length > 0);
  if (service !== undefined) return service;
  const kinds = services.flatMap(({ registrations }) => registrations.map(({ erasure }) => erasure?.subject));
  const there = [...new Set(kinds.filter((each) => each !== undefined))];
  throw new ConfigurationError(
    `Nothing personal is known of the kind ${kind}; there are ${there.join(', ')}.${suggestion(kind, there)}`,
  );
};

/**
 * Rewrites the files of all services without the content of free pages and write-ahead logs. Returns false while the
 * site runs: all its writes would have to wait.
 */
const compactAll = (data: string): boolean => {
  const held = takenFolder(data);
  if (held === undefined) return false;
  try {
    for (const { name } of knownServices) compact(join(data, databaseFileOf(name)));
    return true;
  } finally {
    held.close();
  }
};

const takenFolder = (data: string): DataFolder | undefined => {
  try {
    return openDataFolder(data);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return undefined;
  }
};

const compact = (file: string): void => {
  const database = openDatabase(file);
  try {
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
};
