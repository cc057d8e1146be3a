import { readSigningKey } from '@almanac/identity';
import { createSigningKeys } from '@almanac/infra/signing-keys';
import { type RunningService, serviceNames } from '@almanac/manifest';
import { createFetchInternal } from '@almanac/service';
import { SITE_SECRET } from '../../siteSecret.ts';
import { expectSound } from './expectSound.ts';
import { startLoad, startReads } from './load.ts';
import type { World } from './world.ts';

const PARTS = [...serviceNames, 'gateway'] as const;
const NEW_SECRET = 'the new secret of this site, of 32 letters or more';

const KEYS = createSigningKeys('first');

/** The variables of each step of a rotation, in which processes get keys of their own too (docs/operations.md §6). */
const STEPS = [
  { PRINCIPAL_NEXT_SECRET: NEW_SECRET },
  {
    PRINCIPAL_SECRET: NEW_SECRET,
    PRINCIPAL_OLD_SECRET: SITE_SECRET,
    PRINCIPAL_NEXT_SECRET: '',
    SIGNING_PUBLIC_KEYS: KEYS.public,
  },
  { PRINCIPAL_OLD_SECRET: '' },
];

/** Tests of the rotation of the secret of a site, and of keys of its processes. */
export const secretRotation = (world: () => World): void => {
  it('rotates, and processes begin to sign with keys of their own, under load without a refused request', async () => {
    for (const part of PARTS) world().setEnvironmentOf(part, { SIGNING_KEY: KEYS.private.get(part) ?? '' });
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

  it('does not let a process that has a key of its own sign as another', async () => {
    const ask = async (
      from: 'gateway' | 'calendar',
      part: string | undefined,
      service: RunningService,
      path: string,
    ) => {
      const signingKey = part === undefined ? undefined : readSigningKey(KEYS.private.get(part) ?? '');
      const addressOf = () => world().replicas(service)[0]?.address;
      const options = { from, addressOf, secret: NEW_SECRET, signingKey, now: () => new Date() };
      return (await createFetchInternal(options)(service, path)).status;
    };
    for (const service of serviceNames) {
      expect([service, await ask('gateway', 'gateway', service, '/internal/routes')]).toEqual([service, 200]);
      for (const part of ['calendar', undefined])
        expect([service, await ask('gateway', part, service, '/internal/routes')]).toEqual([service, 401]);
    }
    expect(await ask('calendar', 'calendar', 'core', '/internal/settings')).toBe(200);
    expect(await ask('calendar', 'calendar', 'core', '/internal/authenticate')).toBe(403);
    expect(await ask('calendar', 'misc', 'core', '/internal/settings')).toBe(401);
  });
};
