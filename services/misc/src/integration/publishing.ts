import {
  type EventContext,
  type Mapping,
  notPublished,
  packageChanged,
  popupChanged,
  popupDeleted,
  publishingOf,
  secondStepChanged,
} from '@almanac/contracts';
import { type ClaimEvent, idOfStream } from '@almanac/event-sourcing';
import type { SocialAccountEvent } from '../builder/social/account.ts';
import type { PackageEvent } from '../installer/packages/package.ts';
import type { SubscriptionEvent } from '../installer/subscription/subscription.ts';
import type { RecoveryCodesEvent } from '../login/recoveryCodes.ts';
import type { SecondStepEvent } from '../login/secondStep.ts';
import type { SessionEvent } from '../login/session.ts';
import type { WebhookEvent } from '../ops/webhooks/webhook.ts';
import type { PopupEvent, PopupFields } from '../popup/popup.ts';
import type { DailyVisitsEvent } from '../popup/visits/dailyVisits.ts';
import type { StatisticsEvent } from '../popup/visits/statistics.ts';

/** Published fields of a popup that say on which pages it shows. */
const targets = ['include', 'exclude', 'languages', 'audience', 'ends'] as const;

const targeting = (fields: Partial<PopupFields>) =>
  Object.fromEntries(targets.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));

const shown = (isPublished: boolean) => (event: EventContext) =>
  popupChanged.of(event.stream, { id: event.id, isPublished });

const popupMapping: Mapping<PopupEvent> = {
  PopupCreated: ({ data, id, stream }) =>
    popupChanged.of(stream, { id, isPublished: data.status === 'publish', ...targeting(data) }),
  PopupChanged: ({ data, id, stream }) => {
    const changed = targeting(data);
    return Object.keys(changed).length === 0 ? undefined : popupChanged.of(stream, { id, ...changed });
  },
  PopupPublished: shown(true),
  PopupDrafted: shown(false),
  PopupTrashed: shown(false),
  PopupDeleted: ({ id, stream }) => popupDeleted.of(stream, { id }),
};

type PackageFacts = Omit<Parameters<typeof packageChanged.of>[1], 'slug'>;

const packageIs =
  (facts: PackageFacts) =>
  ({ stream }: EventContext) =>
    packageChanged.of(stream, { slug: String(idOfStream(stream)), ...facts });

const packageMapping: Mapping<PackageEvent | SubscriptionEvent> = {
  SubscriptionRefreshed: notPublished,
  SubscriptionRefused: notPublished,
  PackageSwitchedOff: packageIs({ isOff: true }),
  PackageSwitchedOn: packageIs({ isOff: false }),
  PackageEntitlementEnded: packageIs({ isEntitled: false }),
  PackageEntitlementReturned: packageIs({ isEntitled: true }),
};

const visitMapping: Mapping<DailyVisitsEvent | StatisticsEvent> = {
  VisitsCounted: notPublished,
  LaneClosed: notPublished,
  StatisticsReset: notPublished,
};

const secondStepMapping: Mapping<SecondStepEvent | SessionEvent | RecoveryCodesEvent> = {
  SecondStepChanged: ({ data, stream }) => secondStepChanged.of(stream, { scope: data.scope }),
  SignInBegun: notPublished,
  CodeIssued: notPublished,
  CodeRefused: notPublished,
  SignInVerified: notPublished,
  RecoveryCodesMade: notPublished,
  RecoveryCodeUsed: notPublished,
};

const webhookMapping: Mapping<WebhookEvent> = {
  WebhookCreated: notPublished,
  WebhookChanged: notPublished,
  WebhookDisabled: notPublished,
  WebhookDeliveryRequested: notPublished,
  WebhookDeleted: notPublished,
};

const socialMapping: Mapping<SocialAccountEvent> = {
  SocialAccountConnected: notPublished,
  SocialTokenRenewed: notPublished,
  SocialTokenRefused: notPublished,
  SocialAccountDisconnected: notPublished,
};

const claimMapping: Mapping<ClaimEvent> = { Taken: notPublished, Released: notPublished };

/** Maps a commit of misc to its integration events (docs/architecture.md §3). */
export const publishing = publishingOf<
  | SubscriptionEvent
  | PopupEvent
  | DailyVisitsEvent
  | StatisticsEvent
  | PackageEvent
  | SecondStepEvent
  | SessionEvent
  | RecoveryCodesEvent
  | WebhookEvent
  | SocialAccountEvent
  | ClaimEvent
>({
  ...popupMapping,
  ...packageMapping,
  ...visitMapping,
  ...secondStepMapping,
  ...webhookMapping,
  ...socialMapping,
  ...claimMapping,
});
