import { publishAllDue, publishDueContent } from '@almanac/content-model';
import type { Commands } from '@almanac/event-sourcing';
import { doEach, repeatWhileLeased } from '@almanac/messaging';
import type { ServicePorts } from '@almanac/service';
import type { Calendar } from './calendar.ts';
import type { ItemFields } from './content-items/contentItem.ts';
import type { ItemKind } from './content-items/itemKind.ts';
import { contentSite } from './content-items/itemWriting.ts';
import { eventKind } from './events/event.ts';
import { settleCircles } from './integration/departedUsers.ts';
import { organizerKind } from './organizers/organizer.ts';
import { venueKind } from './venues/venue.ts';

/** The lease of due work. */
export const DUE_WORK = 'calendar.due-work';
const EVERY_MS = 1_000;

const publishDueOf = <Fields extends ItemFields>(
  calendar: Calendar,
  commands: Commands,
  kind: ItemKind<Fields>,
): Promise<number> =>
  publishAllDue(
    { ...calendar, commands },
    { ...kind, publish: (unit, id) => publishDueContent(unit, kind, contentSite(calendar), id) },
  );

/** Does all work that is due now. */
const doDueWork = (calendar: Calendar, commands: Commands): Promise<void> =>
  doEach([
    () => publishDueOf(calendar, commands, eventKind),
    () => publishDueOf(calendar, commands, venueKind),
    () => publishDueOf(calendar, commands, organizerKind),
  ]);

/**
 * Does due work at once and then every second, in one of the processes (docs/architecture.md §2). The signal ends it.
 */
export const runDueWork = (
  calendar: Calendar,
  commands: Commands,
  { ports, holder, signal }: { readonly ports: ServicePorts; readonly holder: string; readonly signal: AbortSignal },
): Promise<void> => {
  const turns = { name: DUE_WORK, holder, rest: EVERY_MS, signal };
  let areCirclesSettled = false;
  const settleOnce = async (): Promise<void> => {
    if (areCirclesSettled) return;
    await settleCircles(calendar, commands, ports);
    areCirclesSettled = true;
  };
  return repeatWhileLeased(ports, turns, () => doEach([() => doDueWork(calendar, commands), settleOnce]));
};
