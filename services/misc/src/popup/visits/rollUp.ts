import { addSeconds, toWallClock } from '@almanac/dates';
import type { Documents } from '@almanac/documents';
import type { Commands } from '@almanac/event-sourcing';
import type { Settings } from '@almanac/service';
import { asSystem } from '../../asSystem.ts';
import {
  type CountedTogether,
  type Counts,
  type Lane,
  laneDecider,
  laneId,
  lanes,
  nothingCounted,
  plus,
  TOTAL,
} from './lane.ts';

export interface RollUpPorts {
  readonly documents: Documents;
  readonly commands: Commands;
  readonly settings: Settings;
  readonly now: () => Date;
  readonly newId: () => string;
}

const KEPT_DAYS = 30;
const DAY_S = 86_400;
const AT_A_TIME = 500;

const idOf = ({ popup, day }: Pick<Lane, 'popup' | 'day'>, lane: string): string => laneId(popup, day, lane);

/**
 * Puts the lanes of days that are over for thirty days into one for each popup and day: its total. What was counted stays
 * the same, in every moment.
 */
export const rollUpVisits = async (ports: RollUpPorts, signal?: AbortSignal): Promise<void> => {
  const { documents, settings, now } = ports;
  const today = toWallClock(now().getTime(), settings.current().timezone);
  const before = addSeconds(`${today.slice(0, 10)} 00:00:00`, -KEPT_DAYS * DAY_S).slice(0, 10);
  const filter = {
    all: [
      { field: 'day', before },
      { field: 'isTotal', equals: false },
    ],
  };
  while (signal?.aborted !== true) {
    const found = await documents.find<Lane>(lanes, {
      filter,
      limit: AT_A_TIME,
      order: [{ field: 'day', direction: 'asc' }],
    });
    const days = Map.groupBy(found, ({ popup, day }) => `${popup}/${day}`);
    for (const ofDay of days.values()) await rollUp(ports, ofDay);
    if (found.length < AT_A_TIME) return;
  }
};

const rollUp = async (ports: RollUpPorts, ofDay: readonly Lane[]): Promise<void> => {
  const [{ popup, day } = { popup: 0, day: '' }] = ofDay;
  await ports.commands.run(asSystem(ports), async (unit) => {
    let sum: Counts = nothingCounted;
    for (const { lane } of ofDay) {
      const state = await unit.load(laneDecider, idOf({ popup, day }, lane));
      sum = plus(sum, state);
      await unit.decide(laneDecider, idOf({ popup, day }, lane), { type: 'Close' }, undefined);
    }
    const counted: CountedTogether = { ...sum, popup, day };
    await unit.decide(laneDecider, idOf({ popup, day }, TOTAL), { type: 'Count', counted }, undefined);
  });
};
