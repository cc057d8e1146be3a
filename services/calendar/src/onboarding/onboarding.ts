import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';

/** The progress of the wizard for a site's first steps; tabs are in ascending order. */
export interface Progress {
  readonly begun: boolean;
  readonly finished: boolean;
  readonly currentTab: number;
  readonly completedTabs: readonly number[];
  readonly skippedTabs: readonly number[];
}

export interface OnboardingState extends Progress {
  readonly version: number;
  /** True if usage figures may be collected; null before anyone has decided. */
  readonly optin: boolean | null;
}

/** The first venue and organizer of the site. */
export interface FirstRecords {
  readonly venue: number | null;
  readonly organizer: number | null;
}

export type OnboardingEvent =
  | Event<'OnboardingProgressed', Progress>
  | Event<'OnboardingConsentGiven', { readonly optin: boolean }>
  | Event<'OnboardingRecordsNamed', FirstRecords>;

/** The id of the only stream: there is one site to set up. */
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

/** The aggregate of the site's first steps; its stream is `onboarding-site`. */
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

/** Returns the members of answers. */
export const progressView = ({ begun, finished, currentTab, completedTabs, skippedTabs }: Progress) => ({
  begun,
  finished,
  current_tab: currentTab,
  completed_tabs: completedTabs,
  skipped_tabs: skippedTabs,
});

export const onboardings: Collection = { name: 'onboarding', projectionVersion: onboarding.projectionVersion };

export const onboardingRegistration: RecordRegistration<OnboardingState, OnboardingEvent> = {
  aggregate: onboarding,
  collection: onboardings,
  written: { members: (state) => ({ ...progressView(state), optin: state.optin }) },
  isGone: () => false,
};
