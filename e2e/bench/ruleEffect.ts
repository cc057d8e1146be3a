import { setTimeout as pause } from 'node:timers/promises';
import { World } from '../faults/native/world.ts';
import { request } from '../site.ts';
import { ms, report, section } from './report.ts';

const WARM = 5;
const RULES = 50;
const GOAL_MS = 300;
const GIVEN_UP_MS = 30_000;

const saveRule = async (gateway: string, url: string): Promise<void> => {
  const target = { action_type: 'url', action_data: { url: '/target' } };
  const body = { url, match_type: 'url', group_id: 1, ...target };
  const { status } = await request(`${gateway}/en/json`, 'POST', '/redirection/v1/redirect', { as: 'admin', body });
  if (status !== 200) throw new Error(`the rule ${url} was refused with ${status}`);
};

/** Milliseconds until a gateway redirects a visit. */
const effectAfter = async (gateway: string, url: string): Promise<number> => {
  const begun = performance.now();
  for (;;) {
    const { status } = await fetch(gateway + url, { redirect: 'manual' });
    const waited = performance.now() - begun;
    if (status === 301) return waited;
    if (waited > GIVEN_UP_MS) throw new Error(`${url} has no effect`);
    await pause(2);
  }
};

/** Measures the time from saving a rule through one gateway until another gateway applies it, over the broker. */
export const benchRuleEffect = async (): Promise<void> => {
  section('A rule that is saved, until another gateway redirects by it (native: MongoDB stand-in, Kafka)');
  const world = await World.start({ replicas: { gateway: 2 } });
  try {
    const [one, other] = world.replicas('gateway').map(({ address }) => address) as [string, string];
    const times: number[] = [];
    for (let turn = 0; turn < WARM + RULES; turn++) {
      await saveRule(one, `/moved-${turn}`);
      const time = await effectAfter(other, `/moved-${turn}`);
      if (turn >= WARM) times.push(time);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const [middle, most] = [sorted[Math.floor(RULES / 2)] as number, sorted.at(-1) as number];
    report({
      what: `${RULES} rules, one after another`,
      figure: `median ${ms(middle)}, at most ${ms(most)}`,
      goal: `≤ ${GOAL_MS} ms each`,
      reached: most <= GOAL_MS,
    });
  } finally {
    await world.stop();
  }
};
