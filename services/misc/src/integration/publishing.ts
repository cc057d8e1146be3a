import { type Mapping, notPublished, publishingOf, secondStepChanged } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { PackageEvent } from '../packages/package.ts';
import type { PopupEvent } from '../popups/popup.ts';
import type { RecoveryCodesEvent } from '../second-step/recoveryCodes.ts';
import type { SecondStepEvent } from '../second-step/secondStep.ts';
import type { SessionEvent } from '../second-step/session.ts';
import type { SubscriptionEvent } from '../subscription/subscription.ts';
import type { LaneEvent } from '../visits/lane.ts';
import type { StatisticsEvent } from '../visits/statistics.ts';
import type { WebhookEvent } from '../webhooks/webhook.ts';

const popupMapping: Mapping<PopupEvent> = {
  PopupCreated: notPublished,
  PopupChanged: notPublished,
  PopupPublished: notPublished,
  PopupDrafted: notPublished,
  PopupTrashed: notPublished,
  PopupDeleted: notPublished,
};

const packageMapping: Mapping<PackageEvent | SubscriptionEvent> = {
  SubscriptionRefreshed: notPublished,
  SubscriptionRefused: notPublished,
  PackageSwitchedOff: notPublished,
  PackageSwitchedOn: notPublished,
  PackageEntitlementEnded: notPublished,
  PackageEntitlementReturned: notPublished,
};

const visitMapping: Mapping<LaneEvent | StatisticsEvent> = {
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

const claimMapping: Mapping<ClaimEvent> = { Taken: notPublished, Released: notPublished };

/** Maps a commit of misc to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<
  | SubscriptionEvent
  | PopupEvent
  | LaneEvent
  | StatisticsEvent
  | PackageEvent
  | SecondStepEvent
  | SessionEvent
  | RecoveryCodesEvent
  | WebhookEvent
  | ClaimEvent
>({
  ...popupMapping,
  ...packageMapping,
  ...visitMapping,
  ...secondStepMapping,
  ...webhookMapping,
  ...claimMapping,
});
