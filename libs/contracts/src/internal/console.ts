import { z } from 'zod';
import { internalContract } from './internalContract.ts';

// What the pages for operators ask of misc, in the name of whoever is signed in: routes of its public interface.

const page = z.int().min(1);
const perPage = z.int().min(1).max(100);

export const readHistoryOfMisc = internalContract('misc.read-history', {
  method: 'GET',
  path: '/ops/v1/history/{kind}/{id}',
  description: 'Says who changed a record, when, and from what to what.',
  request: z.object({ page, per_page: perPage }),
  answer: z.array(
    z.object({
      ...{ version: z.int(), at: z.string(), type: z.string(), who: z.string(), principal: z.string() },
      changes: z.array(z.object({ member: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
});

export const restoreRecordOfMisc = internalContract('misc.restore-record', {
  method: 'POST',
  path: '/ops/v1/history/{kind}/{id}/restore',
  description: 'Makes a record what it was after one of its versions.',
  request: z.object({ version: z.int() }),
  answer: z.object({
    restored: z.int(),
    version: z.int(),
    warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
  }),
});

export const consoleInternals = [readHistoryOfMisc, restoreRecordOfMisc] as const;
