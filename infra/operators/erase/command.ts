import { join } from 'node:path';
import { openDatabase } from '@almanac/documents/sqlite';
import { databaseFileOf } from '@almanac/manifest';
import { ConfigurationError } from '@almanac/service';
import { dataFolderOf, isOnMongodb, type OperatorCommand, required, type Surroundings } from '../operatorCommand.ts';
import { knownServices, type ServiceData, withServices } from '../serviceData.ts';
import { eraseSubject } from './eraseSubject.ts';
import { personalOf } from './findPersonal.ts';

/** `erase`: what is personal of a user or an organizer, for good. */
export const eraseCommand: OperatorCommand = {
  takes: 'user|organizer ID',
  does: "erases a deleted user's profile, or an organizer's contacts, from log and documents for good",
  run: async ([kind, id], around) => {
    const subject = { kind: required(kind, 'The kind of record'), id: numberOf(required(id, 'The ID')) };
    const bar = around.progress('erase', 'commits');
    try {
      const { name, events } = await withServices(around, [], async (services) => {
        const service = serviceOf(services, subject.kind);
        const options = { now: around.now, onProgress: bar.update };
        return { name: service.name, events: await eraseSubject(service, subject, options) };
      });
      if (!isOnMongodb(around)) for (const each of knownServices) compact(around, each.name);
      around.say(`${subject.kind} ${subject.id}: ${events} events of ${name} hold nothing personal any more.`);
      around.say('Backups made before still do, and topics keep what was public; see that they go in their time.');
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
  const there = [...new Set(kinds.filter((each) => each !== undefined))].join(', ');
  throw new ConfigurationError(`Nothing personal is known of the kind ${kind}; there are ${there}.`);
};

/** Rewrites a file, those of the others' copies too, without what free pages and the write-ahead log still hold. */
const compact = (around: Surroundings, service: string): void => {
  const database = openDatabase(join(dataFolderOf(around), databaseFileOf(service)));
  try {
    database.exec('VACUUM');
    const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all() as { busy: number }[];
    if (row?.busy === 1) around.say('The site was reading: run this again when it is quiet, to clean the file itself.');
  } finally {
    database.close();
  }
};
