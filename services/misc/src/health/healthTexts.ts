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
      good: 'Scheduled work runs',
      recommended: 'Scheduled work does not run',
      critical: 'Scheduled work does not run',
    },
    description: 'One process of each service runs scheduled work, and one process runs each subscription.',
    action: 'Check the logs of these services and restart their processes.',
  },
  'loopback-requests': {
    area: 'Performance',
    labels: {
      good: 'The site reaches itself',
      recommended: 'The site does not reach itself',
      critical: 'The site does not reach itself',
    },
    description: 'The site requests its own state at its public address, as visitors do.',
    action: 'Make the public address of the site reachable from the machines of the services.',
  },
  'https-status': {
    area: 'Security',
    labels: {
      good: 'The site is served over HTTPS',
      recommended: 'The site is served over HTTP on this machine alone',
      critical: 'The site is served without HTTPS',
    },
    description: 'Without HTTPS, anyone between visitors and the site can read and change the traffic.',
    action: 'Put the site behind a proxy that speaks HTTPS, and give the gateway its public address.',
  },
  'authorization-header': {
    area: 'Security',
    labels: {
      good: 'The Authorization header arrives',
      recommended: 'The Authorization header does not arrive',
      critical: 'The Authorization header does not arrive',
    },
    description: 'Programs authenticate with the Authorization header. Proxies in front of the site must forward it.',
    action: 'Configure the proxy in front of the site to forward the Authorization header.',
  },
  'page-cache': {
    area: 'Performance',
    labels: {
      good: 'Browsers and caches can store pages',
      recommended: 'Browsers and caches cannot store pages',
      critical: 'Browsers and caches cannot store pages',
    },
    description:
      'Each page has an ETag. A client that has cached the page revalidates it, and gets no body if the page is unchanged.',
    action:
      'Configure the proxy in front of the site to leave the headers ETag, Cache-Control and If-None-Match unchanged.',
  },
  'outside-communication': {
    area: 'Operation',
    labels: {
      good: 'All outside services answer',
      recommended: 'An outside service answers with an error',
      critical: 'An outside service does not answer',
    },
    description:
      'The mail server, the app of the second step, the provider of the social feed, the vendor of the subscription and the translation engine, as far as they are configured.',
    action: 'Check the named settings, and that the machines of the services can reach these addresses.',
  },
  store: {
    area: 'Operation',
    labels: {
      good: 'Every store works',
      recommended: 'A store does not work',
      critical: 'A store does not work',
    },
    description:
      'Each service writes, reads and deletes a test record, and compares the length of its log with its documents.',
    action: 'Check the databases of these services. After a restore, follow the operations guide.',
  },
  documents: {
    area: 'Operation',
    labels: {
      good: 'All documents are up to date',
      recommended: 'Documents must be rebuilt',
      critical: 'Documents cannot be read',
    },
    description:
      'Documents are derived from the log. Documents of an older release and unfinished ones must be rebuilt.',
    action: 'Rebuild the documents of these services.',
  },
  broker: {
    area: 'Operation',
    labels: {
      good: 'Services receive each other’s events',
      recommended: 'Services do not receive each other’s events',
      critical: 'Services do not receive each other’s events',
    },
    description: 'The brokers must answer and have a topic for each service, with the right partitions and no expiry.',
    action: 'Check the brokers and the named topics.',
  },
  lag: {
    area: 'Performance',
    labels: {
      good: 'Event processing is up to date',
      recommended: 'Event processing is behind',
      critical: 'Event processing is far behind or has stopped',
    },
    description:
      'Subscriptions, relays, projectors and outside effects process the events of services. If they are behind, their results are out of date.',
    action: 'Check the logs of these services. Add replicas to share the work of subscriptions.',
  },
  'dead-letters': {
    area: 'Operation',
    labels: {
      good: 'There are no dead letters',
      recommended: 'There are dead letters',
      critical: 'Dead letters cannot be read',
    },
    description: 'An event that cannot be handled blocks later events with the same key.',
    action: 'Fix the named causes, then retry or discard the dead letters.',
  },
  disk: {
    area: 'Operation',
    labels: {
      good: 'Every disk has free space',
      recommended: 'A disk is filling up',
      critical: 'A disk is full or cannot be checked',
    },
    description: 'Writes fail if a disk is full.',
    action: 'Free some space, or give the database a larger disk.',
  },
  clock: {
    area: 'Security',
    labels: {
      good: 'All clocks agree',
      recommended: 'Clocks differ',
      critical: 'A clock is wrong or cannot be read',
    },
    description: 'Codes, nonces and signatures expire by the clock, and scheduled work starts by it.',
    action: 'Synchronize the clocks of all machines with the same time servers.',
  },
};

const badgeTexts = { security: 'Security', performance: 'Performance', operation: 'Operation' } as const;

/** The English texts of all tests, which catalogues translate. */
export const healthMessages: readonly string[] = [
  ...Object.values(badgeTexts),
  ...Object.values(healthTexts).flatMap(({ labels, description, action }) => [
    ...Object.values(labels),
    description,
    action,
  ]),
];
