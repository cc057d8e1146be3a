export { changedFields, isEmpty } from './changedFields.ts';
export { type ContentCommand, type ContentFacts, decideContent, wantedSlug } from './contentCommands.ts';
export {
  type ContentEvent,
  type ContentEventTypes,
  type ContentFields,
  type ContentKind,
  type ContentState,
  contentChange,
  exists,
  happeningsOf,
  type PublicationField,
  slugNames,
  slugScope,
} from './contentItem.ts';
export { type ContentSite, plainFacts } from './contentSite.ts';
export { contentTexts } from './contentTexts.ts';
export { type DueWorkPorts, publishAllDue, type Scheduled, systemContext } from './dueWork.ts';
export {
  type AskedPublication,
  gatherForChange,
  gatherForCreate,
  gatherForTrash,
} from './gatherFacts.ts';
export {
  type AskedDate,
  type Clocks,
  clocksAt,
  dateInUtc,
  firstPublication,
  modifiedNow,
  nextPublication,
  type Publication,
  type PublicationDate,
} from './publicationDate.ts';
export { hasPage, isDraft, type KnownStatus, settledStatus } from './status.ts';
export { releasedStatus, sourceAndVersion, statusOfTranslation } from './translatedVersion.ts';
export {
  copiedFromSource,
  type FollowedChange,
  followInGroup,
  translatableContent,
  versionOf,
} from './translations.ts';
