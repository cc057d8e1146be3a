import type { TextParams } from '@almanac/i18n';

/** Possible results of a test, the best first. */
export const statuses = ['good', 'recommended', 'critical'] as const;

export type Status = (typeof statuses)[number];

/** One fact found by a test, as a text of the catalogues. */
export interface Fact {
  readonly status: Status;
  readonly text: string;
  readonly params?: TextParams;
}

/** Result of a test: its facts and the worst status among them. */
export interface Finding {
  readonly status: Status;
  readonly facts: readonly Fact[];
}

/** Returns the finding of facts; `good` without facts. */
export const findingOf = (facts: readonly Fact[]): Finding => ({
  status: statuses[Math.max(0, ...facts.map(({ status }) => statuses.indexOf(status)))] ?? 'good',
  facts,
});

export const factTexts = {
  unanswered: '{service} does not answer.',
  fault: '{what}: {reason}',
  behind: '{what} is {behind} behind.',
  deadLetter: '{service}: {subscription} could not handle an event of {source}, {key}: {reason}',
  outdated: '{service}: the documents of {collection} must be rebuilt.',
  embedded: '{service} needs no brokers: events are passed on within the process.',
  inMemory: '{service} keeps its data in memory.',
  free: '{service}: {free} MiB of {size} MiB are free.',
  clock: '{service}: clocks differ by {seconds} seconds.',
  clockSetBack: '{service}: the clock was set back by {seconds} seconds while the service ran.',
  unreachable: 'The site could not be reached at {address}.',
  undone: '{service}: no process does {work}.',
  answers: '{setting}: the service at this address answers.',
  complains: '{setting}: the service at this address answers with an error: {reason}',
  silent: '{setting}: the service at this address does not answer: {reason}',
  noneOutside: 'No outside service is configured.',
  notKept: 'The page at {address} forbids caching.',
  sentAgain: 'The page at {address} is sent again in full to clients that have cached it.',
} as const;

/** Returns the critical fact of a service that does not answer. */
export const serviceNotAnswering = (service: string): Fact => ({
  status: 'critical',
  text: factTexts.unanswered,
  params: { service },
});

/** Returns the critical fact of a failure and its reason. */
export const fault = (what: string, reason: string): Fact => ({
  status: 'critical',
  text: factTexts.fault,
  params: { what, reason },
});

/** Returns the fact that the site does not answer at one of its own addresses. */
export const addressNotAnswering = (address: string): Fact => ({
  status: 'recommended',
  text: factTexts.unreachable,
  params: { address },
});
