import { type Mapping, notPublished, publishingOf } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { PackageEvent } from '../packages/package.ts';
import type { PopupEvent } from '../popups/popup.ts';
import type { LaneEvent } from '../visits/lane.ts';
import type { StatisticsEvent } from '../visits/statistics.ts';

const popupMapping: Mapping<PopupEvent> = {
  PopupCreated: notPublished,
  PopupChanged: notPublished,
  PopupPublished: notPublished,
  PopupDrafted: notPublished,
  PopupTrashed: notPublished,
  PopupDeleted: notPublished,
};

const packageMapping: Mapping<PackageEvent> = {
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

const claimMapping: Mapping<ClaimEvent> = { Taken: notPublished, Released: notPublished };

/** Maps a commit of misc to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<PopupEvent | LaneEvent | StatisticsEvent | PackageEvent | ClaimEvent>({
  ...popupMapping,
  ...packageMapping,
  ...visitMapping,
  ...claimMapping,
});
