import {
  jobFinished,
  type Mapping,
  notPublished,
  publishingOf,
  rulesChanged,
  translationAccepted,
} from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/event-sourcing';
import type { SiteAccountEvent } from '../account/siteAccount.ts';
import type { CustomXmlEvent } from '../custom-xml/customXml.ts';
import type { BatchEvent } from '../jobs/batch.ts';
import type { JobEvent } from '../jobs/jobEvents.ts';
import type { UnitsEvent } from '../jobs/units.ts';
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

const jobMapping: Mapping<JobEvent> = {
  JobSent: notPublished,
  JobAssigned: notPublished,
  JobSaved: notPublished,
  JobFinished: ({ stream, data }) => jobFinished.of(stream, data.finished),
  TranslationWritten: notPublished,
  TranslationRefused: notPublished,
  JobCancelled: notPublished,
  SourceChanged: notPublished,
  VersionMoved: notPublished,
  ReviewOpened: notPublished,
  ReviewAccepted: ({ stream, data }) => (data.held === null ? undefined : translationAccepted.of(stream, data.held)),
  RemoteLinked: notPublished,
  RemoteObserved: notPublished,
  RemoteFailed: notPublished,
  RemoteCancelled: notPublished,
  AgencyAccepted: notPublished,
  AgencyReady: notPublished,
};

const textMapping: Mapping<UnitsEvent | BatchEvent> = {
  UnitsOpened: notPublished,
  UnitsSaved: notPublished,
  BatchSent: notPublished,
  BatchAccepted: notPublished,
};

const customXmlMapping: Mapping<CustomXmlEvent> = {
  CustomXmlReplaced: ({ stream, version, data: { kinds, fields } }) =>
    rulesChanged.of(stream, { version, kinds, fields }),
};

const accountMapping: Mapping<SiteAccountEvent> = {
  SiteRegistered: notPublished,
  CloneDetected: notPublished,
  CloneResolved: notPublished,
};

const claimMapping: Mapping<ClaimEvent> = {
  Taken: notPublished,
  Released: notPublished,
};

/** Maps a commit of translation to its integration events (docs/architecture.md §3). */
export const publishing = publishingOf<
  | CustomXmlEvent
  | TranslatorEvent
  | StringEvent
  | StringSettingsEvent
  | JobEvent
  | UnitsEvent
  | BatchEvent
  | ClaimEvent
  | SiteAccountEvent
>({
  ...customXmlMapping,
  ...translatorMapping,
  ...stringMapping,
  ...jobMapping,
  ...textMapping,
  ...accountMapping,
  ...claimMapping,
});
