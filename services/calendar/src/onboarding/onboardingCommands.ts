import { isDeepStrictEqual } from 'node:util';
import type { Decider } from '@almanac/event-sourcing';
import {
  type FirstRecords,
  type OnboardingEvent,
  type OnboardingState,
  onboarding,
  type Progress,
} from './onboarding.ts';

/** What a step of the wizard says of itself; what it leaves out stays. */
export interface SentProgress {
  readonly begun?: boolean | undefined;
  readonly finished?: boolean | undefined;
  readonly currentTab?: number | undefined;
  readonly completedTabs?: readonly number[] | undefined;
  readonly skippedTabs?: readonly number[] | undefined;
}

/** @param records null where the step names no venue and no organizer */
export interface OnboardingCommand {
  readonly type: 'TakeStep';
  readonly sent: SentProgress;
  readonly optin: boolean | undefined;
  readonly records: FirstRecords | null;
}

const ascending = (tabs: readonly number[]): number[] => [...new Set(tabs)].sort((one, other) => one - other);

/** Whoever has finished has begun; who has begun has done the first tab; the present tab is done unless it is skipped. */
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

/** The first steps of the site with their decision. */
export const onboardingDecider: Decider<OnboardingState, OnboardingEvent, OnboardingCommand> = {
  ...onboarding,
  decide: (state, { sent, optin, records }) => {
    const { version: _, optin: before, ...present } = state;
    const progress = progressOf(state, sent);
    const events: OnboardingEvent[] = [];
    if (!isDeepStrictEqual(progress, present)) events.push({ type: 'OnboardingProgressed', data: progress });
    if (optin !== undefined && optin !== before) events.push({ type: 'OnboardingConsentGiven', data: { optin } });
    // appended each time, so that of two equal requests the later one sees what the first has made
    if (records !== null) events.push({ type: 'OnboardingRecordsNamed', data: records });
    return events;
  },
};
