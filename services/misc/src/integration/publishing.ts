import { type Mapping, notPublished, publishingOf } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { PackageEvent } from '../packages/package.ts';
import type { PopupEvent } from '../popups/popup.ts';

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

const claimMapping: Mapping<ClaimEvent> = { Taken: notPublished, Released: notPublished };

/** Maps a commit of misc to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<PopupEvent | PackageEvent | ClaimEvent>({
  ...popupMapping,
  ...packageMapping,
  ...claimMapping,
});
