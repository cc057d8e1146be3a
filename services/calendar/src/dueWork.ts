import type { Commands } from '@almanac/aggregates';
import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import { publishAllDue } from '@almanac/publication';
import type { ServicePorts } from '@almanac/service';
import type { Calendar } from './calendar.ts';
import { eventKind } from './events/eventKind.ts';
import { organizerKind } from './organizers/organizerKind.ts';
import type { RecordFields } from './records/record.ts';
import type { RecordKind } from './records/recordKind.ts';
import { publishDue } from './records/recordWriting.ts';
import { venueKind } from './venues/venueKind.ts';

const EVERY_MS = 1_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;

const publishDueOf = <Fields extends RecordFields>(
  calendar: Calendar,
  commands: Commands,
  kind: RecordKind<Fields>,
): Promise<number> =>
  publishAllDue(
    { ...calendar, commands },
    { ...kind, publish: (unit, id) => publishDue(unit, calendar, { kind, id }) },
  );

/** Everything that is due now. */
export const doDueWork = async (calendar: Calendar, commands: Commands): Promise<void> => {
  await publishDueOf(calendar, commands, eventKind);
  await publishDueOf(calendar, commands, venueKind);
  await publishDueOf(calendar, commands, organizerKind);
};

/**
 * Does what is due, at once and every second, in one of the processes (docs/architecture.md §2). Ends with the signal.
 */
export const runDueWork = (
  calendar: Calendar,
  commands: Commands,
  { ports, holder, signal }: { readonly ports: ServicePorts; readonly holder: string; readonly signal: AbortSignal },
): Promise<void> => {
  const lease = createLease(ports.records, 'calendar.due-work', holder, { now: systemTime.now, duration: LEASE_MS });
  const options = { name: 'calendar.due-work', lease, time: systemTime, beat: BEAT_MS, log: ports.log, signal };
  return whileLeased(options, async (_term, working) => {
    while (!working.aborted) {
      await doDueWork(calendar, commands);
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
