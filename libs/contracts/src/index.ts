export { isServiceName, type ServiceName, serviceNumbers } from '@almanac/manifest';
export * from './elements.ts';
export { contractsErrors } from './errors.ts';
export { ContractError, type EventContract, eventContract, type Personal, personalContract } from './eventContract.ts';
export { EVENTS_PER_COMMIT, type IntegrationEvent, type Publishing } from './integrationEvent.ts';
export * from './internal/calendar.ts';
export * from './internal/core.ts';
export * from './internal/every.ts';
export { type InternalContract, internalContract, type Sender } from './internal/internalContract.ts';
export { type MediumUse, type MediumUses, mediumUses, type NamedMedium } from './internal/mediumUses.ts';
export * from './internal/misc.ts';
export * from './internal/operations.ts';
export * from './internal/redirection.ts';
export { internalContracts } from './internal/registry.ts';
export { createSenderRule, ownerOfEmbedded, restoredAt } from './internal/senderRule.ts';
export * from './internal/translation.ts';
export {
  type EventContext,
  type Mapping,
  notPublished,
  publishingOf,
  publishUpcast,
  UnmappedEventError,
} from './mapping.ts';
export { isPermalink, type PublishedAddress, permalinkOf, publishedPermalink } from './permalinks.ts';
export { publishable } from './publishable.ts';
export * from './published.ts';
export { type EventData, integrationEvents, parse, personalEvents } from './registry.ts';
export { isSealedType, plainTypeOf, type SealedMembers, sealedMembers, sealedTypeOf } from './sealed.ts';
export {
  completeSettings,
  DEFAULT_FORMATS_LANGUAGE,
  defaultSettings,
  languageChoice,
  type NavigationLink,
  publishedSettings,
  SETTINGS_KEY,
  type SiteSettings,
  siteSettings,
} from './settings.ts';
export * from './sources.ts';
