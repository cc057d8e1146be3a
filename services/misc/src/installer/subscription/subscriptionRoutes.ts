import type { CommandContext } from '@almanac/event-sourcing';
import type { DomainError } from '@almanac/i18n';
import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { z } from 'zod';
import { miscErrors } from '../../errors.ts';
import { packageSlugs } from '../../misc.ts';
import { packageDecider } from '../packages/package.ts';
import { type InstallingMisc, mayInstall, namespace } from '../packages/packageRoutes.ts';
import { packageFacts } from '../packages/packageView.ts';
import {
  SITE,
  type Subscription,
  statuses,
  subscriptionDecider,
  subscriptions,
  unknownSubscription,
} from './subscription.ts';
import type { Vendor, VendorAnswer } from './vendor.ts';

/** Misc with the ports of the subscription. */
export interface SubscribedMisc extends InstallingMisc {
  readonly vendor: Vendor;
}

const SLOT = 'subscription-refresh';
const INTERVAL_MS = 7_200_000;
const BACK_OFF_MS = 900_000;

/** The last request to the vendor, stored while no other is allowed. */
interface Slot {
  /** True if the vendor gave no valid answer. */
  readonly failed?: true;
}

const instant = z.string().meta({ format: 'date-time' }).nullable();

/** Routes that read and refresh the subscription (docs/interface/installer.md §2). */
export const subscriptionRoutes = (misc: SubscribedMisc): Route[] => [pushRoute(misc), readRoute(misc)];

const readRoute = ({ documents, vendor }: SubscribedMisc): Route =>
  route({
    namespace,
    path: '/subscription',
    methods: ['GET'],
    summary: 'Returns the state of the subscription.',
    permission: mayInstall,
    args: {},
    answers: {
      200: z
        .strictObject({
          repository: z.string().nullable(),
          configured: z.boolean(),
          registered: z.boolean(),
          status: z.enum(statuses),
          expires_at: instant,
          last_refresh_at: instant,
          last_result: z.enum(['refreshed', 'refused']).nullable(),
        })
        .meta({ id: 'Subscription' }),
    },
    handle: async () => {
      const [stored = unknownSubscription] = await documents.getMany<Subscription>(subscriptions, [SITE]);
      const { version: _, ...known } = stored;
      const { repository, isRegistered } = vendor;
      return { body: { repository, configured: repository !== null, registered: isRegistered, ...known } };
    },
  });

const done: RestResponse = { body: { message: 'OK' }, headers: { 'Cache-Control': 'no-store' } };

const isAhead = ({ headers }: Pick<RestRequest, 'headers'>): boolean =>
  /prefetch/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`);

const away = (waitMs = BACK_OFF_MS): DomainError => miscErrors.vendorUnavailable(retryAfter(waitMs));

const retryAfter = (waitMs: number) => ({ data: { retry_after: Math.max(Math.ceil(waitMs / 1_000), 1) } });

const pushRoute = (misc: SubscribedMisc): Route =>
  route({
    namespace,
    path: '/push/fetch-subscription',
    methods: ['GET'],
    summary: 'Refreshes the subscription from the vendor.',
    args: {},
    answers: {
      200: { body: z.strictObject({ message: z.literal('OK') }), headers: { 'Cache-Control': z.string() } },
      429: ['installer_refresh_interval'],
      503: ['installer_remote_unavailable'],
    },
    handle: async (request) => {
      const { repository, isRegistered } = misc.vendor;
      if (repository === null) throw away();
      const { method }: { readonly method: string } = request;
      if (isRegistered && method !== 'HEAD' && !isAhead(request)) await refresh(misc, request);
      return done;
    },
  });

/**
 * Queries the vendor and applies its answer. The slot is taken first, so that parallel pings on all replicas query the
 * vendor once. The slot is short until the answer is committed, in case this process ends before.
 */
const refresh = async (misc: SubscribedMisc, { site, context, commands }: RestRequest): Promise<void> => {
  const { entries, vendor, log, now } = misc;
  const slotFor = (milliseconds: number) => ({ expiresAt: now().getTime() + milliseconds });
  await takeSlot(misc, slotFor(BACK_OFF_MS));
  const packages = Object.fromEntries(packageSlugs.map((slug) => [slug, packageFacts[slug].version]));
  const answer = await vendor.ask({ site, packages });
  if (answer === undefined) {
    await entries.put<Slot>(SLOT, SITE, { failed: true }, slotFor(BACK_OFF_MS));
    throw away();
  }
  if (answer === 'refused') log.warn({ repository: vendor.repository }, 'the vendor refuses the site key');
  await apply(misc, { ...context, principal: 'system' }, answer, commands);
  await entries.put<Slot>(SLOT, SITE, {}, slotFor(INTERVAL_MS));
};

const takeSlot = async (
  { entries, now }: SubscribedMisc,
  { expiresAt }: { readonly expiresAt: number },
): Promise<void> => {
  if (await entries.insert<Slot>(SLOT, SITE, {}, { expiresAt })) return;
  const taken = await entries.get<Slot>(SLOT, SITE);
  const waitMs = (taken?.expiresAt ?? expiresAt) - now().getTime();
  throw taken?.body.failed ? away(waitMs) : miscErrors.requestedRecently(retryAfter(waitMs));
};

/** Applies the vendor's answer in one commit. */
const apply = async (
  { neededPackages }: SubscribedMisc,
  context: CommandContext,
  answer: VendorAnswer | 'refused',
  commands: RestRequest['commands'],
): Promise<void> => {
  await commands.run(context, async (unit) => {
    if (answer === 'refused') {
      await unit.decide(subscriptionDecider, SITE, { type: 'Refuse' }, undefined);
      return;
    }
    const { status, expires_at, packages } = answer;
    await unit.decide(subscriptionDecider, SITE, { type: 'Refresh', status, expires_at }, undefined);
    for (const slug of packageSlugs) {
      const isNeeded = (await neededPackages.get(slug)?.(unit)) ?? false;
      const command = { type: 'SetEntitled', isEntitled: packages.includes(slug) } as const;
      await unit.decide(packageDecider, slug, command, { isNeeded });
    }
  });
};
