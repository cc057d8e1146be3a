import { given } from '@almanac/event-sourcing/testing';
import type { OnboardingEvent } from './onboarding.ts';
import { onboardingDecider, type SentProgress } from './onboardingCommands.ts';

const step = (sent: SentProgress, more: object = {}) =>
  ({ type: 'TakeStep', sent, optin: undefined, records: null, ...more }) as const;

const progressed = (more: object = {}): OnboardingEvent => ({
  type: 'OnboardingProgressed',
  data: { begun: true, finished: false, currentTab: 1, completedTabs: [0, 1], skippedTabs: [], ...more },
});

describe('the decisions on a step of the wizard', () => {
  it('count the first tab and the present one as done', () => {
    given(onboardingDecider)
      .when(step({ begun: true, currentTab: 1 }), undefined)
      .then([progressed()]);
  });

  it('keep unsent values, and store nothing if no value differs', () => {
    given(onboardingDecider, [progressed()])
      .when(step({ begun: true, currentTab: 1 }), undefined)
      .then([]);
    given(onboardingDecider, [progressed()])
      .when(step({ currentTab: 3 }), undefined)
      .then([progressed({ currentTab: 3, completedTabs: [0, 1, 3] })]);
  });

  it('remove a finished tab from the skipped ones, and keep a skipped one unfinished', () => {
    given(onboardingDecider)
      .when(step({ begun: true, currentTab: 1, completedTabs: [4, 2, 2], skippedTabs: [3, 2] }), undefined)
      .then([progressed({ completedTabs: [0, 1, 2, 4], skippedTabs: [3] })]);
    given(onboardingDecider, [progressed()])
      .when(step({ currentTab: 3, skippedTabs: [3] }), undefined)
      .then([progressed({ currentTab: 3, skippedTabs: [3] })]);
  });

  it('mark a user who has finished as started', () => {
    given(onboardingDecider)
      .when(step({ finished: true, currentTab: 1 }), undefined)
      .then([progressed({ finished: true })]);
  });

  it('keep a consent, or its refusal, once it is given', () => {
    const asked = step({ currentTab: 1 }, { optin: false });
    const consent: OnboardingEvent = { type: 'OnboardingConsentGiven', data: { optin: false } };
    given(onboardingDecider, [progressed()]).when(asked, undefined).then([consent]);
    given(onboardingDecider, [progressed(), consent]).when(asked, undefined).then([]);
  });

  it('name the first records each time, so that equal concurrent requests run one after another', () => {
    const records = { venue: 7, organizer: null };
    const named: OnboardingEvent = { type: 'OnboardingRecordsNamed', data: records };
    given(onboardingDecider, [progressed(), named])
      .when(step({ currentTab: 1 }, { records }), undefined)
      .then([named]);
  });
});
