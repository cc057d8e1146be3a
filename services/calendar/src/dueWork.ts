import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import { publishAllDue } from '@almanac/publication';
import type { ServicePorts } from '@almanac/service';
import type { Commands } from '@almanac/write-side';
import type { Calendar } from './calendar.ts';
import type { ItemFields } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { publishDue } from './content-items/itemWriting.ts';
import { eventKind } from './events/event.ts';
import { organizerKind } from './organizers/organizer.ts';
import { venueKind } from './venues/venue.ts';

/** The lease under which it is done. */
export const DUE_WORK = 'calendar.due-work';
const EVERY_MS = 1_000;
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;

const publishDueOf = <Fields extends ItemFields>(
  calendar: Calendar,
  commands: Commands,
  kind: ItemKind<Fields>,
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
  const lease = createLease(ports.entries, DUE_WORK, holder, { now: systemTime.now, duration: LEASE_MS });
  const options = { name: DUE_WORK, lease, time: systemTime, beat: BEAT_MS, log: ports.log, signal };
  return whileLeased(options, async (_term, working) => {
    while (!working.aborted) {
      await doDueWork(calendar, commands);
      await systemTime.sleep(EVERY_MS, working);
    }
  });
};
