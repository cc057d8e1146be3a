import { z } from 'zod';
import { contractsAskedBy, noMembers } from './internalContract.ts';

const internalContract = contractsAskedBy('core');

// Requests of the pages for operators to public routes of misc, in the name of the signed-in user.

const page = z.int().min(1);
const perPage = z.int().min(1).max(100);

export const readHistoryOfMisc = internalContract('misc.read-history', {
  method: 'GET',
  path: '/ops/v1/history/{kind}/{id}',
  description: 'Says who changed a record, when, and from what to what.',
  request: z.object({ page, per_page: perPage }),
  answer: z.array(
    z.object({
      version: z.int(),
      at: z.string(),
      type: z.string(),
      who: z.string(),
      principal: z.string(),
      changes: z.array(z.object({ member: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
});

/** The result of restoring a record. */
export const restoredRecord = z.object({
  restored: z.int(),
  version: z.int(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
});

export const restoreRecordOfMisc = internalContract('misc.restore-record', {
  method: 'POST',
  path: '/ops/v1/history/{kind}/{id}/restore',
  description: 'Makes a record what it was after one of its versions.',
  request: z.object({ version: z.int() }),
  answer: restoredRecord,
});

const unknown = 'null of a service that does not answer';
const saidText = z.string().nullable().meta({ description: unknown });
const saidNumber = z.int().nullable().meta({ description: unknown });

export const listDeadLettersOfMisc = internalContract('misc.list-dead-letters', {
  method: 'GET',
  path: '/ops/v1/dead-letters',
  description: 'Lists events that could not be handled.',
  request: z.object({ page, per_page: perPage }),
  answer: z.array(
    z.object({
      service: z.string(),
      subscription: saidText,
      key: saidText,
      type: saidText,
      at: saidText,
      reason: z.string().nullable(),
      waiting: saidNumber,
    }),
  ),
});

const subscription = z.string().max(200);
const key = z.string().max(1_000);
const counted = z.object({ count: z.int() });

export const replayDeadLettersOfMisc = internalContract('misc.replay-dead-letters', {
  method: 'POST',
  path: '/ops/v1/dead-letters/replay',
  description: 'Has the dead letters of a key tried again.',
  request: z.object({ subscription, key }),
  answer: counted,
});

export const discardDeadLetterOfMisc = internalContract('misc.discard-dead-letter', {
  method: 'POST',
  path: '/ops/v1/dead-letters/discard',
  description: 'Drops the first dead letter of a key.',
  request: z.object({ subscription, key }),
  answer: counted,
});

export const readLagOfMisc = internalContract('misc.read-lag', {
  method: 'GET',
  path: '/ops/v1/lag',
  description: 'Says how far readers are behind.',
  request: noMembers,
  answer: z.array(
    z.object({
      reader: saidText,
      service: z.string(),
      source: saidText,
      behind: z.int().nullable(),
      unit: z.enum(['commits', 'messages']).nullable(),
      fault: z.string().nullable(),
    }),
  ),
});

export const testHealthOfMisc = internalContract('misc.test-health', {
  method: 'GET',
  path: '/health/v1/tests',
  description: 'Tests the site.',
  request: noMembers,
  answer: z.array(
    z.object({
      test: z.string(),
      label: z.string(),
      status: z.enum(['good', 'recommended', 'critical']),
      badge: z.object({ label: z.string() }),
      description: z.string().meta({ description: 'HTML.' }),
      actions: z.string().meta({ description: 'HTML.' }),
    }),
  ),
});

const rebuild = z.object({
  id: saidText,
  service: z.string(),
  status: z.enum(['running', 'done', 'failed']).nullable(),
  position: saidNumber,
  last: saidNumber,
  started: saidText,
  finished: saidText,
  reason: z.string().nullable(),
});

export const listRebuildsOfMisc = internalContract('misc.list-rebuilds', {
  method: 'GET',
  path: '/ops/v1/rebuilds',
  description: 'Lists the rebuilds of the last 30 days.',
  request: z.object({ page, per_page: perPage }),
  answer: z.array(rebuild),
});

export const beginRebuildOfMisc = internalContract('misc.begin-rebuild', {
  method: 'POST',
  path: '/ops/v1/rebuilds',
  description: 'Makes the documents of a service anew.',
  request: z.object({ service: z.string().max(100) }),
  answer: rebuild,
});

export const consoleInternals = [
  readHistoryOfMisc,
  restoreRecordOfMisc,
  listDeadLettersOfMisc,
  replayDeadLettersOfMisc,
  discardDeadLetterOfMisc,
  readLagOfMisc,
  testHealthOfMisc,
  listRebuildsOfMisc,
  beginRebuildOfMisc,
] as const;
