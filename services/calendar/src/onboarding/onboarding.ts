import type { Collection } from '@almanac/documents';
import type { Aggregate, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';

/** Of the first steps on a site: how far they are; tabs ascend. */
export interface Progress {
  readonly begun: boolean;
  readonly finished: boolean;
  readonly currentTab: number;
  readonly completedTabs: readonly number[];
  readonly skippedTabs: readonly number[];
}

export interface OnboardingState extends Progress {
  readonly version: number;
  /** Whether figures of use may be collected; null while nobody has said. */
  readonly optin: boolean | null;
}

/** The first venue and organizer that were asked for. */
export interface FirstRecords {
  readonly venue: number | null;
  readonly organizer: number | null;
}

export type OnboardingEvent =
  | Event<'OnboardingProgressed', Progress>
  | Event<'OnboardingConsentGiven', { readonly optin: boolean }>
  | Event<'OnboardingRecordsNamed', FirstRecords>;

/** There is one site to set up. */
export const SITE = 'site';

const untouched: OnboardingState = {
  version: 0,
  begun: false,
  finished: false,
  currentTab: 0,
  completedTabs: [],
  skippedTabs: [],
  optin: null,
};

/** The first steps of the site, `onboarding-site`. */
export const onboarding: Aggregate<OnboardingState, OnboardingEvent> = {
  category: 'onboarding',
  initialState: untouched,
  eventTypes: ['OnboardingProgressed', 'OnboardingConsentGiven', 'OnboardingRecordsNamed'],
  projectionVersion: 1,
  evolve: (state, event) => ({
    ...state,
    ...(event.type === 'OnboardingRecordsNamed' ? {} : event.data),
    version: event.version,
  }),
};

export const onboardings: Collection = { name: 'onboarding', projectionVersion: onboarding.projectionVersion };

export const onboardingRegistration: Registration<OnboardingState, OnboardingEvent> = {
  aggregate: onboarding,
  collection: onboardings,
  isGone: () => false,
};
