import { type Mapping, notPublished, publishingOf } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { PopupEvent } from '../popups/popup.ts';

const popupMapping: Mapping<PopupEvent> = {
  PopupCreated: notPublished,
  PopupChanged: notPublished,
  PopupPublished: notPublished,
  PopupDrafted: notPublished,
  PopupTrashed: notPublished,
  PopupDeleted: notPublished,
};

const claimMapping: Mapping<ClaimEvent> = { Taken: notPublished, Released: notPublished };

/** Maps a commit of misc to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<PopupEvent | ClaimEvent>({ ...popupMapping, ...claimMapping });
