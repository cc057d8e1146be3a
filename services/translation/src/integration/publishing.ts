import { type Mapping, notPublished, publishingOf } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { StringSettingsEvent } from '../string-settings/stringSettings.ts';
import type { StringEvent } from '../strings/siteString.ts';
import type { TranslatorEvent } from '../translators/translator.ts';

const translatorMapping: Mapping<TranslatorEvent> = {
  TranslatorAdded: notPublished,
  TranslatorChanged: notPublished,
  TranslatorRemoved: notPublished,
};

const stringMapping: Mapping<StringEvent | StringSettingsEvent> = {
  StringRegistered: notPublished,
  StringValueChanged: notPublished,
  StringTranslated: notPublished,
  ShippedTextsRead: notPublished,
  StringDeleted: notPublished,
  StringSettingChanged: notPublished,
};

const claimMapping: Mapping<ClaimEvent> = {
  Taken: notPublished,
  Released: notPublished,
};

/** Maps a commit of translation to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<TranslatorEvent | StringEvent | StringSettingsEvent | ClaimEvent>({
  ...translatorMapping,
  ...stringMapping,
  ...claimMapping,
});
