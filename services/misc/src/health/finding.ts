import type { TextParams } from '@almanac/i18n';

/** What a test may find, the best first. */
export const statuses = ['good', 'recommended', 'critical'] as const;

export type Status = (typeof statuses)[number];

/** One of the things that a test has found, as a text of the catalogues. */
export interface Fact {
  readonly status: Status;
  readonly text: string;
  readonly params?: TextParams;
}

/** What a test has found; of facts the worst decides. */
export interface Finding {
  readonly status: Status;
  readonly facts: readonly Fact[];
}

/** All is well unless one of the facts says otherwise. */
export const findingOf = (facts: readonly Fact[]): Finding => ({
  status: statuses[Math.max(0, ...facts.map(({ status }) => statuses.indexOf(status)))] ?? 'good',
  facts,
});

export const factTexts = {
  unanswered: '{service} does not answer.',
  fault: '{what}: {reason}',
  behind: '{what} is {behind} behind.',
  parked: '{service}: {subscription} could not handle an event of {source}, {key}: {reason}',
  outdated: '{service}: the documents of {collection} must be made anew.',
  embedded: '{service} needs no brokers: events are handed on within the process.',
  inMemory: '{service} keeps its data in memory.',
  free: '{service}: {free} MiB of {size} MiB are free.',
  clock: '{service}: clocks differ by {seconds} seconds.',
  unreachable: 'The site could not be reached at {address}.',
} as const;

/** A service that does not answer is the worst that can be found of it. */
export const unanswered = (service: string): Fact => ({
  status: 'critical',
  text: factTexts.unanswered,
  params: { service },
});

/** Why something does not work. */
export const fault = (what: string, reason: string): Fact => ({
  status: 'critical',
  text: factTexts.fault,
  params: { what, reason },
});
