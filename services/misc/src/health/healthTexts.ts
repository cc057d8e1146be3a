import type { Status } from './finding.ts';
import type { TestName } from './testNames.ts';

/** Texts of a test: a label for each status, a description, and the action if the status is not `good`. */
export interface TestTexts {
  readonly area: 'Security' | 'Performance' | 'Operation';
  readonly labels: Readonly<Record<Exclude<Status, 'good'>, string> & { readonly good: string }>;
  readonly description: string;
  readonly action: string;
}

/** Colour of an area's badge, as clients expect it. */
export const colours = { Security: 'blue', Performance: 'orange', Operation: 'gray' } as const;

export const healthTexts: Readonly<Record<TestName, TestTexts>> = {
  'background-updates': {
    area: 'Operation',
    labels: {
      good: 'What is due is done',
      recommended: 'What is due is not done',
      critical: 'What is due is not done',
    },
    description:
      'What has a time is done by one process of each service, and subscriptions take over what other services tell.',
    action: 'Look at the logs of the services that are named, and start their processes again.',
  },
  'loopback-requests': {
    area: 'Performance',
    labels: {
      good: 'The site reaches itself',
      recommended: 'The site does not reach itself',
      critical: 'The site does not reach itself',
    },
    description: 'The site asks for its own state at its public address, as visitors would.',
    action: 'See to it that the public address of the site leads to its gateway from where the services run, too.',
  },
  'https-status': {
    area: 'Security',
    labels: {
      good: 'The site is served over HTTPS',
      recommended: 'The site is served over HTTP on this machine alone',
      critical: 'The site is served without HTTPS',
    },
    description: 'Without HTTPS everybody on the way can read and change what visitors and the site send.',
    action: 'Put the site behind a proxy that speaks HTTPS, and give the gateway its public address.',
  },
  'authorization-header': {
    area: 'Security',
    labels: {
      good: 'Credentials of requests arrive',
      recommended: 'Credentials of requests do not arrive',
      critical: 'Credentials of requests do not arrive',
    },
    description:
      'Programs identify themselves by the Authorization header; what stands before the site must pass it on.',
    action: 'Have the proxy in front of the site pass the Authorization header on.',
  },
  'page-cache': {
    area: 'Performance',
    labels: {
      good: 'Pages can be kept by browsers and caches',
      recommended: 'Pages cannot be kept by browsers and caches',
      critical: 'Pages cannot be kept by browsers and caches',
    },
    description:
      'A page says how it is known again; whoever has kept it asks whether it has changed, and is sent nothing where it has not.',
    action: 'Have the proxy in front of the site leave the headers ETag, Cache-Control and If-None-Match as they are.',
  },
  'outside-communication': {
    area: 'Operation',
    labels: {
      good: 'All outside services answer',
      recommended: 'An outside service answers with a fault',
      critical: 'An outside service does not answer',
    },
    description:
      'The mail server, the app of the second step, the provider of the social feed, the vendor of the subscription and the translation engine, as far as they are configured.',
    action:
      'Look at the settings that are named, and whether what they name can be reached from where the services run.',
  },
  store: {
    area: 'Operation',
    labels: {
      good: 'Every store keeps what is written',
      recommended: 'A store does not keep what is written',
      critical: 'A store does not keep what is written',
    },
    description:
      'Each service writes a record, reads it back and deletes it, and looks whether its log is as long as what was made of it.',
    action: 'Look at the database of the services that are named; after a restore, follow the page on operation.',
  },
  documents: {
    area: 'Operation',
    labels: {
      good: 'All documents are as this release makes them',
      recommended: 'Documents must be made anew',
      critical: 'Documents cannot be read',
    },
    description: 'Documents are made of the log; those of an older release, or half made, are made anew.',
    action: 'Have the documents of the services that are named made anew.',
  },
  broker: {
    area: 'Operation',
    labels: {
      good: 'Services hear of one another',
      recommended: 'Services do not hear of one another',
      critical: 'Services do not hear of one another',
    },
    description: 'The brokers must answer and have a topic for each service, with the right partitions and no expiry.',
    action: 'Look at the brokers, and at the topics that are named.',
  },
  lag: {
    area: 'Performance',
    labels: {
      good: 'All readers keep up',
      recommended: 'Readers are behind',
      critical: 'Readers are far behind or have stopped',
    },
    description:
      'Subscriptions, relays, projectors and outside effects read what services write; what they make is as old as they are behind.',
    action: 'Look at the logs of the services that are named; more replicas share the work of subscriptions.',
  },
  'dead-letters': {
    area: 'Operation',
    labels: {
      good: 'Every event was handled',
      recommended: 'Events could not be handled',
      critical: 'Whether events could not be handled is not known',
    },
    description: 'An event that cannot be handled holds up those of its key behind it.',
    action: 'Mend what is named, then have the dead letters tried again, or discard them.',
  },
  disk: {
    area: 'Operation',
    labels: {
      good: 'There is room on every disk',
      recommended: 'A disk is filling up',
      critical: 'A disk is full, or cannot be looked at',
    },
    description: 'Nothing can be written where the disk is full.',
    action: 'Make room, or give the database a larger disk.',
  },
  clock: {
    area: 'Security',
    labels: {
      good: 'All clocks agree',
      recommended: 'Clocks differ',
      critical: 'Clocks differ much, or cannot be read',
    },
    description: 'Codes, nonces and signatures end by the clock, and what is scheduled happens by it.',
    action: 'Have all machines set their clocks by the same servers.',
  },
};

const badgeTexts = { security: 'Security', performance: 'Performance', operation: 'Operation' } as const;

/** All texts of tests, for the catalogues. */
export const healthMessages: readonly string[] = [
  ...Object.values(badgeTexts),
  ...Object.values(healthTexts).flatMap(({ labels, description, action }) => [
    ...Object.values(labels),
    description,
    action,
  ]),
];
