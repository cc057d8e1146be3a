import { isDeepStrictEqual } from 'node:util';
import type { Decider } from '@almanac/event-sourcing';
import {
  type FirstRecords,
  type OnboardingEvent,
  type OnboardingState,
  onboarding,
  type Progress,
} from './onboarding.ts';

/** The progress that a step of the wizard sends; missing members keep their values. */
export interface SentProgress {
  readonly begun?: boolean | undefined;
  readonly finished?: boolean | undefined;
  readonly currentTab?: number | undefined;
  readonly completedTabs?: readonly number[] | undefined;
  readonly skippedTabs?: readonly number[] | undefined;
}

/** @param records null if the step names no venue and no organizer */
export interface OnboardingCommand {
  readonly type: 'TakeStep';
  readonly sent: SentProgress;
  readonly optin: boolean | undefined;
  readonly records: FirstRecords | null;
}

const ascending = (tabs: readonly number[]): number[] => [...new Set(tabs)].sort((one, other) => one - other);

/** Completes the progress: a finished wizard has begun, and a begun one has done its first tab. */
const progressOf = (state: OnboardingState, sent: SentProgress): Progress => {
  const finished = sent.finished ?? state.finished;
  const begun = finished || (sent.begun ?? state.begun);
  const currentTab = sent.currentTab ?? state.currentTab;
  const asked = sent.skippedTabs ?? state.skippedTabs;
  const isDone = sent.currentTab !== undefined && !asked.includes(currentTab);
  const completedTabs = ascending([
    ...(sent.completedTabs ?? state.completedTabs),
    ...(begun ? [0] : []),
    ...(isDone ? [currentTab] : []),
  ]);
  const skippedTabs = ascending(asked.filter((tab) => !completedTabs.includes(tab)));
  return { begun, finished, currentTab, completedTabs, skippedTabs };
};

/** The decider of the site's first steps. */
export const onboardingDecider: Decider<OnboardingState, OnboardingEvent, OnboardingCommand> = {
  ...onboarding,
  decide: (state, { sent, optin, records }) => {
    const { version: _, optin: before, ...present } = state;
    const progress = progressOf(state, sent);
    const events: OnboardingEvent[] = [];
    if (!isDeepStrictEqual(progress, present)) events.push({ type: 'OnboardingProgressed', data: progress });
    if (optin !== undefined && optin !== before) events.push({ type: 'OnboardingConsentGiven', data: { optin } });
    // appended each time, so that the later of two equal requests conflicts and finds the records of the first
    if (records !== null) events.push({ type: 'OnboardingRecordsNamed', data: records });
    return events;
  },
};
