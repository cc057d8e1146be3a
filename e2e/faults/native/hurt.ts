import { expectSound } from './expectSound.ts';
import { startLoad } from './load.ts';
import type { World } from './world.ts';

/** Events written before the fault, and again after it. */
const SOME = 25;

/** Injects a fault while three writers write; expects every acknowledged event afterwards. */
export const hurt = async (world: World, what: string, harm: () => Promise<void>): Promise<void> => {
  const load = startLoad(world.origin);
  await load.more(SOME);
  await harm();
  await load.more(SOME);
  const written = await load.stop();
  const { log, topic } = await expectSound(world, written);
  expect(written.acknowledged.size).toBeGreaterThanOrEqual(2 * SOME);
  const messages = [...topic.values()].flat();
  console.log(
    `${what}: ${written.acknowledged.size} acknowledged, none lost or twice; ${written.refused} tries refused, ${written.open.length} left open, ` +
      `${log.length} commits, ${messages.length - new Set(messages).size} repeated on the topic (stand-in)`,
  );
};
