import { setTimeout } from 'node:timers/promises';
import { isServiceName } from '@almanac/contracts';
import { listCheckpoints } from '@almanac/messaging';
import { createOutgoing } from '@almanac/outgoing';
import type { RunningSite } from '../all-in-one/compose.ts';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import type { UploadingClient } from '../import/siteClient.ts';
import { FakeOldSite, type FakeSize } from './fakeOldSite.contract.ts';
import type { MoveReport } from './moveReport.ts';
import { type MoveSiteOptions, moveSite } from './moveSite.ts';
import { OldSite } from './oldSite.ts';

export type Body = Record<string, unknown>;

type MoveChoices = Partial<Pick<MoveSiteOptions, 'isDryRun' | 'isFinal'>> & { readonly to?: UploadingClient };

/** Starts a fake old site and an empty site, and returns the move from one to the other. */
export const beginMove = async (size: FakeSize, description = siteOfAda()) => {
  const fake = new FakeOldSite(size);
  const service = await fake.start();
  const running = await startSiteUnderTest(description);
  const site = clientOfAda(running);
  const outgoing = createOutgoing(service);
  const old = () => new OldSite({ address: fake.address, user: 'ada', password: 'secret', outgoing, retryAfter: 1 });
  const move = ({ to = site, ...choices }: MoveChoices = {}): Promise<MoveReport> =>
    moveSite({ old: old(), site: to, width: 4, isDryRun: false, ...choices });
  const get = (path: string): Promise<Body> => site.request('GET', path);
  const stop = async (): Promise<void> => {
    await running.stop();
    await fake.stop();
  };
  return { fake, running, site, move, get, old, stop };
};

/** Returns the number of commits of all services, after every subscription has handled them. */
export const commitsOf = async ({ services }: RunningSite): Promise<number> => {
  for (let before = -1; ; ) {
    let commits = 0;
    for (const { store } of services.values()) commits += await store.last();
    if (commits === before && !(await isBehind(services))) return commits;
    before = commits;
    await setTimeout(20);
  }
};

const isBehind = async (services: RunningSite['services']): Promise<boolean> => {
  for (const { entries } of services.values()) {
    for (const { source, logPosition } of await listCheckpoints(entries)) {
      const last = isServiceName(source) ? await services.get(source)?.store.last() : undefined;
      if (last !== undefined && logPosition.position < last) return true;
    }
  }
  return false;
};

/** The arguments by which lists show posts of every status but trash. */
export const ANY = 'context=edit&status=publish,draft,private,pending,future';

/** Enough for each case, and quick. */
export const TINY: FakeSize = { users: 2, terms: 2, media: 1, posts: 10, pages: 2, events: 3, redirects: 2 };
