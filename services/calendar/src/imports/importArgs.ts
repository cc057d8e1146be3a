import { anything, type Invalid, integer, invalid, isObject, list, text } from '@almanac/rest';
import { writableStatuses } from '../content-items/statuses.ts';
import { authorities } from './import.ts';

const MAX_EVENTS = 500;

export const startArgs = {
  origin: text({
    description: 'The source of the events. Its name for an event identifies the event.',
    required: true,
    maxLength: 100,
    pattern: '\\S',
  }),
  post_status: text({ description: 'The status of new events.', enum: writableStatuses, default: 'publish' }),
  update_authority: text({
    description:
      'The treatment of existing events: overwrite them, keep them, or keep only fields that people changed.',
    enum: authorities,
    default: 'overwrite',
  }),
};

export const importId = text({ description: 'The id of the import.', required: true });

/** The arguments of both callbacks of the outside service; the first two are its credentials. */
const callbackArgs = {
  import_id: importId,
  batch_hash: text({ description: 'The hash that the previous answer gave for the next batch.', required: true }),
  percentage_complete: integer({
    description: 'The progress of the import, in percent.',
    required: true,
    minimum: 0,
    maximum: 100,
  }),
};

interface SentStatus {
  readonly totalEvents: number;
  readonly isLast: boolean;
}

const whole = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const counts = (value: unknown): { readonly total: number; readonly done: number } | undefined => {
  const { total, done } = membersOf(value);
  const [all, some] = [whole(total), whole(done)];
  return all === undefined || some === undefined || some > all ? undefined : { total: all, done: some };
};

const readStatus = (value: unknown): SentStatus | Invalid => {
  const { data, batch } = membersOf(value);
  const [events, batches] = [counts(data), counts(batch)];
  if (events === undefined || batches === undefined)
    return invalid('{name} needs data and batch, each with a total and how much of it is done.');
  return { totalEvents: events.total, isLast: batches.total === batches.done + 1 };
};

export const batchArgs = {
  ...callbackArgs,
  status: anything({
    description: 'The numbers of events and batches: in total, and done.',
    required: true,
    parse: readStatus,
    words: { type: 'object' },
  }),
  interval: anything({
    description: 'Seconds between batches. Has no effect.',
    parse: (value) => whole(value) ?? invalid('{name} is not a number.'),
    words: { type: 'integer' },
  }),
  events: list(anything({ parse: (value): unknown => value, words: { type: 'object' } }), {
    description: 'The events, as the outside service describes them.',
    default: [],
    maxItems: MAX_EVENTS,
  }),
};

export const stateArgs = {
  import_id: callbackArgs.import_id,
  batch_hash: callbackArgs.batch_hash,
  status: text({
    description: 'The new status of the import.',
    required: true,
    enum: ['success', 'failed', 'pending'],
  }),
  message: text({ description: 'A message for editors.', required: true, maxLength: 2_000 }),
  message_slug: text({ description: 'The same value, as a name.', required: true, maxLength: 200 }),
  percentage_complete: callbackArgs.percentage_complete,
};
