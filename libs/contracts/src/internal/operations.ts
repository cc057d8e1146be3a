import { serviceNames } from '@almanac/manifest';
import { z } from 'zod';
import { internalContract as anyContract, contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('misc');

// Requests of operators to every service, sent by the routes of misc and answered by libs/service/src/operations.
// Core of earlier releases requests histories too.

const kind = z.string().max(100).meta({ description: 'The name of an aggregate.' });
const id = z.string().max(200);
const version = z.int().min(1);

const memberChange = z.object({ member: z.string(), before: z.unknown(), after: z.unknown() });

/** Maximum number of persons in one request. */
export const MAX_PERSONS = 500;

export const readRecordHistory = contractsAskedBy('core', 'misc')('every.read-record-history', {
  method: 'POST',
  path: '/internal/operations/history',
  description: 'Says who changed a record, and what; null where the service has no such record.',
  request: z.object({ kind, id, offset: z.int().min(0), limit: z.int().min(1).max(100) }),
  answer: z.object({
    history: z
      .object({
        total: z.int(),
        events: z.array(
          z.object({
            version,
            at: z.string(),
            type: z.string(),
            principal: z.string(),
            language: z.string(),
            request: z.string(),
            changes: z.array(memberChange),
          }),
        ),
      })
      .nullable(),
  }),
});

export const readRecordRestoration = internalContract('every.read-record-restoration', {
  method: 'POST',
  path: '/internal/operations/restoration',
  description: 'Says what makes a record again what it was after a version; null where the service has no such record.',
  request: z.object({ kind, id, version }),
  answer: z.object({
    restoration: z
      .object({
        version: z.int().meta({ description: 'At which the record stands.' }),
        etag: z.string(),
        route: z.string().optional().meta({ description: 'Absent where the record cannot be brought back.' }),
        method: z.enum(['PUT']).optional().meta({ description: 'The method of the route; absent for POST.' }),
        members: z
          .record(z.string(), z.unknown())
          .optional()
          .meta({ description: 'Those that differ, as they were; absent for a version that is not there.' }),
        references: z.record(z.string(), z.string()),
      })
      .nullable(),
  }),
});

export const nameRecords = internalContract('every.name-records', {
  method: 'POST',
  path: '/internal/operations/names',
  description: 'Says which records there are, and what people call them.',
  request: z.object({ kind, ids: z.array(id).max(500) }),
  answer: z.object({ records: z.array(z.object({ id, name: z.string().nullable() })) }),
});

export const listDeadLetters = internalContract('every.list-dead-letters', {
  method: 'GET',
  path: '/internal/operations/dead-letters',
  description: 'Lists what subscriptions, relays and outside effects could not handle, and how many wait behind it.',
  request: noMembers,
  answer: z.object({
    letters: z.array(
      z.object({
        subscription: z.string(),
        source: z.string(),
        key: z.string(),
        type: z.string(),
        epoch: z.int(),
        position: z.int(),
        n: z.int(),
        at: z.string(),
        reason: z.string().nullable(),
        waiting: z.int(),
      }),
    ),
  }),
});

const subscription = z.string().max(200).meta({ description: 'Whose dead letters they are.' });
const counted = z.object({
  count: z.int().meta({ description: 'Events that it is about; 0 where nothing is parked.' }),
});

export const replayDeadLetters = internalContract('every.replay-dead-letters', {
  method: 'POST',
  path: '/internal/operations/dead-letters/replay',
  description: 'Has dead letters tried again by whichever process runs their subscription.',
  request: z.object({ subscription, key: z.string().optional() }),
  answer: counted,
});

export const discardDeadLetter = internalContract('every.discard-dead-letter', {
  method: 'POST',
  path: '/internal/operations/dead-letters/discard',
  description: 'Drops the first dead letter of a key; those behind it are tried again.',
  request: z.object({ subscription, key: z.string() }),
  answer: counted,
});

export const readLag = internalContract('every.read-lag', {
  method: 'GET',
  path: '/internal/operations/lag',
  description: 'Says how far the readers of a service are behind.',
  request: noMembers,
  answer: z.object({
    readers: z.array(
      z.object({
        reader: z.string(),
        source: z.string(),
        behind: z.int().nullable(),
        unit: z.enum(['commits', 'messages']),
        fault: z.string().nullable(),
      }),
    ),
    limit: z.int().default(1_000).meta({ description: 'Above it a reader is behind.' }),
  }),
});

const bytes = z.int().min(0);
const fault = z.string().nullable().meta({ description: 'Why it does not work; null where it does.' });

export const examineService = internalContract('every.examine', {
  method: 'GET',
  path: '/internal/operations/examination',
  description: 'Tries what a service stands on: its store, documents, disk, clock and brokers.',
  request: noMembers,
  answer: z.object({
    store: fault,
    documents: z.object({ fault, outdated: z.array(z.string()) }),
    disk: z.object({ fault, free: bytes.nullable(), size: bytes.nullable() }).meta({
      description: 'Null where nothing is kept.',
    }),
    clock: z.object({
      fault,
      at: z.string(),
      storeAhead: z
        .int()
        .nullable()
        .meta({ description: 'Milliseconds; null where the store has no clock of its own.' }),
      setBack: z
        .int()
        .min(0)
        .default(0)
        .meta({ description: 'Milliseconds by which the clock was set back; 0 up to a minute.' }),
    }),
    brokers: z.object({ fault, embedded: z.boolean() }),
  }),
});

export const watchWork = internalContract('every.watch-work', {
  method: 'GET',
  path: '/internal/operations/work',
  description: 'Watches whether the due work of a service is being done by one of its processes.',
  request: noMembers,
  answer: z.object({ work: z.array(z.object({ name: z.string(), runs: z.boolean() })) }),
});

export const checkOutsideServices = internalContract('every.try-outside', {
  method: 'GET',
  path: '/internal/operations/outside',
  description: 'Asks the outside services that a service is configured with for a sign of life.',
  request: noMembers,
  answer: z.object({
    services: z.array(
      z.object({
        setting: z.string().meta({ description: 'The variable that names it.' }),
        answers: z.boolean(),
        complaint: z.string().nullable().meta({ description: 'What is wrong where all is not well.' }),
      }),
    ),
  }),
});

export const measureService = internalContract('every.measure', {
  method: 'GET',
  path: '/internal/operations/sizes',
  description: 'Says how many bytes a service keeps.',
  request: noMembers,
  answer: z.object({
    store: bytes,
    uploads: bytes,
    uploads_elsewhere: z
      .literal(true)
      .optional()
      .meta({ description: 'Present if its files are in a bucket, whose size nobody counts.' }),
  }),
});

const rebuild = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  position: z.int(),
  last: z.int(),
  started: z.string(),
  finished: z.string().nullable(),
  reason: z.string().nullable(),
});

export const beginRebuild = internalContract('every.begin-rebuild', {
  method: 'POST',
  path: '/internal/operations/rebuilds',
  description: 'Begins to make all documents anew; null where that is being done.',
  request: z.object({ requestedBy: z.string().max(100) }),
  answer: z.object({ rebuild: rebuild.nullable() }),
});

export const listRebuilds = internalContract('every.list-rebuilds', {
  method: 'GET',
  path: '/internal/operations/rebuilds',
  description: 'Lists the rebuilds of the last 30 days, the newest first.',
  request: noMembers,
  answer: z.object({ rebuilds: z.array(rebuild) }),
});

export const readPersonKeys = anyContract('every.read-person-keys', {
  askedBy: serviceNames,
  method: 'POST',
  path: '/internal/operations/person-keys',
  description: 'Tells the keys under which personal members of what a service publishes are sealed.',
  request: z.object({
    persons: z
      .array(z.string().min(1).max(100))
      .max(MAX_PERSONS)
      .meta({ description: 'The names of their streams: `user-7`.' }),
  }),
  answer: z.object({
    keys: z.record(z.string(), z.string().nullable()).meta({
      description: 'In base64url, by person; null for one whose key was destroyed; absent for one that has none.',
    }),
  }),
});

export const operationsOfEvery = [
  readRecordHistory,
  readRecordRestoration,
  nameRecords,
  listDeadLetters,
  replayDeadLetters,
  discardDeadLetter,
  readLag,
  beginRebuild,
  listRebuilds,
  examineService,
  watchWork,
  checkOutsideServices,
  measureService,
  readPersonKeys,
] as const;
