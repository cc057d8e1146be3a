import { serviceNames } from '@almanac/manifest';
import { SITE_SECRET } from '../../siteSecret.ts';
import { expectSound } from './expectSound.ts';
import { startLoad, startReads } from './load.ts';
import type { World } from './world.ts';

const PARTS = [...serviceNames, 'gateway'] as const;
const NEW_SECRET = 'the new secret of this site, of 32 letters or more';

/** The variables of each step of a rotation (docs/operations.md §6). */
const STEPS = [
  { PRINCIPAL_NEXT_SECRET: NEW_SECRET },
  { PRINCIPAL_SECRET: NEW_SECRET, PRINCIPAL_OLD_SECRET: SITE_SECRET, PRINCIPAL_NEXT_SECRET: '' },
  { PRINCIPAL_OLD_SECRET: '' },
];

/** Tests of the rotation of the secret of a site. */
export const secretRotation = (world: () => World): void => {
  it('rotates under load without a refused request', async () => {
    const load = startLoad(world().origin, 2);
    const reading = startReads(world().origin);
    for (const step of process.env.LONG === undefined ? STEPS.slice(0, 2) : STEPS) {
      world().setEnvironment(step);
      await world().restart(PARTS);
      await load.more(5);
    }
    const reads = await reading.stop();
    const written = await load.stop();
    await expectSound(world(), written);
    expect([written.refused, reads.failed]).toEqual([0, []]);
    expect(world().said.filter((line) => line.includes('that no part of the site has signed'))).toEqual([]);
    console.log(
      `rotation of the secret: ${written.acknowledged.size} writes and ${reads.answered} reads, none refused (stand-in)`,
    );
  });
};
