import { z } from 'zod';
import { internalContract } from './internalContract.ts';

// What operators ask of every service; libs/operations answers it.

const kind = z.string().max(100).meta({ description: 'The name of an aggregate.' });
const id = z.string().max(200);
const version = z.int().min(1);

const memberChange = z.object({ member: z.string(), before: z.unknown(), after: z.unknown() });

export const readRecordHistory = internalContract('every.read-record-history', {
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

export const operationsOfEvery = [readRecordHistory, readRecordRestoration, nameRecords] as const;
