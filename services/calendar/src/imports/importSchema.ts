import { z } from 'zod';
import { activityActions, activityKinds } from './activity.ts';

const activitySchema = z.strictObject(
  Object.fromEntries(
    activityKinds.map((kind) => [
      kind,
      z.strictObject(Object.fromEntries(activityActions.map((deed) => [deed, z.array(z.int())]))),
    ]),
  ),
);

const importMembers = {
  import_id: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  origin: z.string(),
  percentage_complete: z.int(),
  total_events: z.int(),
};

export const startedSchema = z.strictObject({ ...importMembers, batch_hash: z.string() }).meta({ id: 'StartedImport' });
export const importSchema = z
  .strictObject({
    ...importMembers,
    activity: activitySchema,
    message: z.string(),
    message_slug: z.string(),
    errors: z.array(z.strictObject({ slug: z.string(), message: z.string() })),
  })
  .meta({ id: 'Import' });
export const takenSchema = z
  .strictObject({
    status: z.literal('success'),
    activity: activitySchema,
    interval: z.int(),
    next_batch_hash: z.string().optional(),
  })
  .meta({ id: 'TakenBatch' });
export const stateSchema = z.strictObject({ status: z.literal('success') }).meta({ id: 'ImportStateTaken' });
