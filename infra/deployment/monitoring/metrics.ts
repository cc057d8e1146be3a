/** A rule that reports a fault of the site to its operators. */
export interface Alert {
  readonly name: string;
  /** `critical`: the site loses requests or work now; `warning`: an operator looks at it within a day. */
  readonly severity: 'critical' | 'warning';
  /** The condition in PromQL. */
  readonly expr: string;
  /** Duration for which the condition holds before the alert fires, such as `10m`; `0m` is at once. */
  readonly for: string;
  readonly summary: string;
  /** The operator's next step. */
  readonly action: string;
}

/** A graph of a dashboard. */
export interface Panel {
  readonly title: string;
  /** PromQL; `$service` stands for the chosen services. */
  readonly expr: string;
  /** A unit of Grafana: `s`, `reqps`, `short`, `bytes`. */
  readonly unit: string;
  /** The legend, with labels in double braces. */
  readonly legend: string;
}

/** A metric with its dashboard panels and alerts. */
export interface ObservedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Labels beside `service`. */
  readonly labels: readonly string[];
  readonly dashboard: 'requests' | 'events';
  readonly panels: readonly Panel[];
  readonly alerts: readonly Alert[];
}

const OF_CHOSEN = 'service=~"$service"';

/** True in PromQL if a backlog has neither been empty nor become smaller in a quarter of an hour. */
const stuck = (name: string): string => `min_over_time(${name}[15m]) > 0 and ${name} >= ${name} offset 15m`;

/** True in PromQL if a counter has risen. A series that begins with its first event has no `increase`. */
const risen = (series: string, within: string): string =>
  `increase(${series}[${within}]) > 0 or (${series} unless ${series} offset ${within}) > 0`;

const backlog = (name: string, title: string): Panel => ({
  title,
  expr: `max by (service) (${name}{${OF_CHOSEN}})`,
  unit: 'short',
  legend: '{{service}}',
});

const rate = (title: string, series: string, labels: string): Panel => ({
  title,
  expr: `sum by (${labels}) (rate(${series}{${OF_CHOSEN}}[$__rate_interval]))`,
  unit: 'ops',
  legend: labels
    .split(', ')
    .map((label) => `{{${label}}}`)
    .join(' '),
});

const quantile = (title: string, series: string, labels: string): Panel => ({
  title,
  expr: `histogram_quantile(0.95, sum by (le, ${labels}) (rate(${series}_bucket{${OF_CHOSEN}}[$__rate_interval])))`,
  unit: 's',
  legend: labels
    .split(', ')
    .map((label) => `{{${label}}}`)
    .join(' '),
});

const requests = 'http_request_duration_seconds';
const appends = 'almanac_append_duration_seconds';
const tries = 'almanac_append_tries_total';
const effects = 'almanac_effect_duration_seconds';

/**
 * Every metric of Almanac with its alerts and dashboard panels. Alert rules, dashboards and `docs/alerts.md` are written
 * from it.
 */
export const observedMetrics: readonly ObservedMetric[] = [
  {
    name: 'almanac_build_info',
    type: 'gauge',
    labels: ['version', 'revision'],
    dashboard: 'requests',
    panels: [
      {
        title: 'Processes by version',
        expr: `count by (service, version, revision) (almanac_build_info{${OF_CHOSEN}})`,
        unit: 'short',
        legend: '{{service}} {{version}} {{revision}}',
      },
    ],
    alerts: [
      {
        name: 'AlmanacVersionsDiffer',
        severity: 'warning',
        expr: 'count by (service) (count by (service, version) (almanac_build_info)) > 1',
        for: '1h',
        summary: '{{ $labels.service }} runs in several versions.',
        action: 'Finish the upgrade, or go back to the former release.',
      },
    ],
  },
  {
    name: requests,
    type: 'histogram',
    labels: ['method', 'status', 'target', 'route'],
    dashboard: 'requests',
    panels: [
      rate('Requests', `${requests}_count`, 'service, status'),
      quantile('Time of 95 % of the requests', requests, 'service'),
    ],
    alerts: [
      {
        name: 'AlmanacRequestsFail',
        severity: 'critical',
        expr: `sum by (service) (rate(${requests}_count{status=~"5..",status!="501"}[5m])) / sum by (service) (rate(${requests}_count[5m])) > 0.02`,
        for: '5m',
        summary: 'More than 2 % of the requests to {{ $labels.service }} fail.',
        action:
          'Read the log lines “request failed” and “a part of the site is not available”, and follow their remedy.',
      },
      {
        name: 'AlmanacRequestsSlow',
        severity: 'warning',
        expr: `histogram_quantile(0.95, sum by (le, service) (rate(${requests}_bucket{route!~".*/stream"}[10m]))) > 1`,
        for: '15m',
        summary: 'One in twenty requests to {{ $labels.service }} takes more than a second.',
        action: 'Compare the times by route; add replicas if the processors are busy, and look at the store.',
      },
    ],
  },
  {
    name: 'almanac_kept_answers_total',
    type: 'counter',
    labels: ['cache'],
    dashboard: 'requests',
    panels: [rate('Answers from memory', 'almanac_kept_answers_total', 'cache')],
    alerts: [],
  },
  {
    name: 'almanac_limit_refusals_total',
    type: 'counter',
    labels: ['limit'],
    dashboard: 'requests',
    panels: [rate('Requests refused by a limit', 'almanac_limit_refusals_total', 'service, limit')],
    alerts: [
      {
        name: 'AlmanacLimitReached',
        severity: 'warning',
        expr: 'sum by (service, limit) (rate(almanac_limit_refusals_total[15m])) > 1',
        for: '15m',
        summary: 'The limit {{ $labels.limit }} of {{ $labels.service }} refuses more than one request a second.',
        action: 'Find the client in the log lines “a limit was reached”; block it, or raise the limit.',
      },
    ],
  },
  {
    name: appends,
    type: 'histogram',
    labels: ['outcome'],
    dashboard: 'events',
    panels: [
      rate('Appends by outcome', `${appends}_count`, 'service, outcome'),
      quantile('Time of 95 % of the appends', appends, 'service'),
    ],
    alerts: [
      {
        name: 'AlmanacStoreFails',
        severity: 'critical',
        expr: `sum by (service) (rate(${appends}_count{outcome=~"store-unavailable|outcome-unknown"}[2m])) > 0`,
        for: '3m',
        summary: '{{ $labels.service }} cannot write to its store.',
        action: 'Check MongoDB: a primary, its disk, the network. On a data folder, check the disk.',
      },
      {
        name: 'AlmanacLogGap',
        severity: 'critical',
        expr: `${appends}_count{outcome="log-gap"} > 0`,
        for: '0m',
        summary: 'The log of {{ $labels.service }} lacks commits.',
        action: 'Stop writes to the service, run “npm run ops -- verify”, and restore the log (docs/operations.md §3).',
      },
    ],
  },
  {
    name: tries,
    type: 'counter',
    labels: ['outcome'],
    dashboard: 'events',
    panels: [rate('Tries to write a batch', tries, 'service, outcome')],
    alerts: [
      {
        name: 'AlmanacStoreUnanswered',
        severity: 'warning',
        expr: `sum by (service) (rate(${tries}{outcome="unanswered"}[5m])) > 0`,
        for: '15m',
        summary: 'The store often does not answer {{ $labels.service }}.',
        action: 'Check the load of MongoDB and the network to it.',
      },
      {
        name: 'AlmanacReplicasRace',
        severity: 'warning',
        expr: `sum by (service) (rate(${tries}{outcome="position-taken"}[15m])) / sum by (service) (rate(${tries}{outcome="written"}[15m])) > 5`,
        for: '30m',
        summary: 'Replicas of {{ $labels.service }} race for the end of the log.',
        action: 'Run fewer replicas: together they write less than one.',
      },
    ],
  },
  {
    name: 'almanac_documents_missed_total',
    type: 'counter',
    labels: [],
    dashboard: 'events',
    panels: [rate('Documents missed', 'almanac_documents_missed_total', 'service')],
    alerts: [
      {
        name: 'AlmanacDocumentsMissed',
        severity: 'warning',
        expr: 'increase(almanac_documents_missed_total[15m]) > 0',
        for: '1h',
        summary: 'Documents of {{ $labels.service }} are continually not written with their commits.',
        action: 'Check the store for errors of documents and indexes; the projector writes the documents later.',
      },
    ],
  },
  {
    name: 'almanac_unsigned_commits',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_unsigned_commits', 'Commits without a signature')],
    alerts: [
      {
        name: 'AlmanacCommitsUnsigned',
        severity: 'warning',
        expr: stuck('almanac_unsigned_commits'),
        for: '15m',
        summary: 'Commits of {{ $labels.service }} are not signed.',
        action: 'Set SECRETS_KEY; if it is set, read the log of the signer.',
      },
    ],
  },
  {
    name: 'almanac_document_lag_commits',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_document_lag_commits', 'Commits that the projector has not checked')],
    alerts: [
      {
        name: 'AlmanacProjectorStuck',
        severity: 'warning',
        expr: stuck('almanac_document_lag_commits'),
        for: '15m',
        summary: 'The projector of {{ $labels.service }} does not catch up.',
        action: 'Run “npm run ops -- lag”; it names a stopped projector.',
      },
    ],
  },
  {
    name: 'almanac_relay_lag_commits',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_relay_lag_commits', 'Commits that are not published')],
    alerts: [
      {
        name: 'AlmanacRelayStuck',
        severity: 'critical',
        expr: stuck('almanac_relay_lag_commits'),
        for: '5m',
        summary: 'Events of {{ $labels.service }} are not published.',
        action: 'Check the brokers; “npm run ops -- lag” names a stopped relay.',
      },
    ],
  },
  {
    name: 'almanac_subscription_lag_messages',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_subscription_lag_messages', 'Unhandled messages')],
    alerts: [
      {
        name: 'AlmanacSubscriptionStuck',
        severity: 'critical',
        expr: stuck('almanac_subscription_lag_messages'),
        for: '5m',
        summary: '{{ $labels.service }} does not handle the events of other services.',
        action: 'Check the brokers; “npm run ops -- lag” names the subscription.',
      },
    ],
  },
  {
    name: 'almanac_deliveries_total',
    type: 'counter',
    labels: ['subscription', 'outcome'],
    dashboard: 'events',
    panels: [rate('Deliveries by outcome', 'almanac_deliveries_total', 'service, outcome')],
    alerts: [
      {
        name: 'AlmanacDeadLetter',
        severity: 'warning',
        expr: risen('almanac_deliveries_total{outcome="parked"}', '15m'),
        for: '0m',
        summary: 'A message of {{ $labels.subscription }} has become a dead letter.',
        action: 'Run “npm run ops -- dead-letters”: it has the reason (docs/operations.md §6).',
      },
    ],
  },
  {
    name: 'almanac_parked_keys',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_parked_keys', 'Keys with dead letters')],
    alerts: [
      {
        name: 'AlmanacDeadLettersBlock',
        severity: 'warning',
        expr: 'almanac_parked_keys > 0',
        for: '30m',
        summary: 'Dead letters of {{ $labels.service }} block later events of their keys.',
        action: 'Fix the cause and run “npm run ops -- replay”, or “discard” (docs/operations.md §6).',
      },
      {
        name: 'AlmanacBacklogUnknown',
        severity: 'warning',
        expr: 'almanac_build_info{service!="gateway"} unless on (service, instance) almanac_parked_keys',
        for: '10m',
        summary: '{{ $labels.service }} cannot read its backlog.',
        action: 'Check the store and the brokers: metrics of lag and queues are absent while they cannot be read.',
      },
    ],
  },
  {
    name: 'almanac_subscription_restarts_total',
    type: 'counter',
    labels: ['subscription'],
    dashboard: 'events',
    panels: [rate('Reconnections to brokers', 'almanac_subscription_restarts_total', 'service, subscription')],
    alerts: [
      {
        name: 'AlmanacSubscriptionRestarts',
        severity: 'warning',
        expr: 'sum by (service, subscription) (increase(almanac_subscription_restarts_total[1h])) > 10',
        for: '15m',
        summary: 'The subscription {{ $labels.subscription }} reconnects again and again.',
        action: 'Check the brokers and the network; read the log lines “interrupted; retrying”.',
      },
    ],
  },
  {
    name: 'almanac_lease_terms_total',
    type: 'counter',
    labels: ['lease'],
    dashboard: 'events',
    panels: [rate('Leases taken', 'almanac_lease_terms_total', 'service, lease')],
    alerts: [
      {
        name: 'AlmanacLeasesChange',
        severity: 'warning',
        expr: 'sum by (service, lease) (increase(almanac_lease_terms_total[1h])) > 30',
        for: '30m',
        summary: 'The lease {{ $labels.lease }} changes its holder again and again.',
        action: 'Check if processes are killed, or stall for seconds: memory, processors, the store.',
      },
    ],
  },
  {
    name: effects,
    type: 'histogram',
    labels: ['effect', 'outcome'],
    dashboard: 'events',
    panels: [rate('Outside effects by outcome', `${effects}_count`, 'service, effect, outcome')],
    alerts: [
      {
        name: 'AlmanacEffectGivenUp',
        severity: 'warning',
        expr: risen(`${effects}_count{outcome=~"parked|given-up"}`, '15m'),
        for: '0m',
        summary: 'The outside effect {{ $labels.effect }} was not carried out.',
        action: 'Run “npm run ops -- given-up” and “dead-letters”; inform the people who wait for a mail.',
      },
    ],
  },
  {
    name: 'almanac_effects_waiting',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_effects_waiting', 'Outside effects that wait')],
    alerts: [
      {
        name: 'AlmanacEffectsWait',
        severity: 'warning',
        expr: stuck('almanac_effects_waiting'),
        for: '6h',
        summary: 'Outside effects of {{ $labels.service }} do not become fewer.',
        action: 'Check the mail server, receivers of webhooks and other outside services.',
      },
    ],
  },
  {
    name: 'almanac_effect_lag_commits',
    type: 'gauge',
    labels: [],
    dashboard: 'events',
    panels: [backlog('almanac_effect_lag_commits', 'Commits whose outside effects are not queued')],
    alerts: [
      {
        name: 'AlmanacEffectsStuck',
        severity: 'critical',
        expr: stuck('almanac_effect_lag_commits'),
        for: '5m',
        summary: 'Outside effects of {{ $labels.service }} are not queued.',
        action: '“npm run ops -- lag” names the stopped worker; restart the service.',
      },
    ],
  },
];

/** The panels and alerts of metrics that Prometheus and Node's client provide. */
export const processMetrics: Pick<ObservedMetric, 'panels' | 'alerts'> = {
  panels: [
    {
      title: 'Memory of the processes',
      expr: 'process_resident_memory_bytes{job="almanac"}',
      unit: 'bytes',
      legend: '{{service}} {{instance}}',
    },
    {
      title: 'Delay of the event loop (p99)',
      expr: 'nodejs_eventloop_lag_p99_seconds{job="almanac"}',
      unit: 's',
      legend: '{{service}} {{instance}}',
    },
  ],
  alerts: [
    {
      name: 'AlmanacDown',
      severity: 'critical',
      expr: 'up{job="almanac"} == 0',
      for: '5m',
      summary: 'Prometheus cannot read {{ $labels.instance }}.',
      action: 'Check that the process runs, and that OPERATIONS_TOKEN and the network policy admit Prometheus.',
    },
    {
      name: 'AlmanacAbsent',
      severity: 'critical',
      expr: 'absent(up{job="almanac"})',
      for: '10m',
      summary: 'Prometheus has no target of the job almanac.',
      action: 'Check the scrape configuration or the service monitors.',
    },
    {
      name: 'AlmanacRestarts',
      severity: 'warning',
      expr: 'changes(process_start_time_seconds{job="almanac"}[30m]) > 3',
      for: '0m',
      summary: '{{ $labels.service }} restarts again and again.',
      action: 'Read the last log lines of the process, and the limits of its memory.',
    },
    {
      name: 'AlmanacEventLoopSlow',
      severity: 'warning',
      expr: 'nodejs_eventloop_lag_p99_seconds{job="almanac"} > 0.5',
      for: '10m',
      summary: 'The event loop of {{ $labels.service }} is late.',
      action: 'Add replicas or processors; rebuilds and large imports delay requests too.',
    },
    {
      name: 'AlmanacMemoryShort',
      severity: 'warning',
      expr: 'process_resident_memory_bytes{job="almanac"} / on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_container_resource_limits{resource="memory"}) > 0.9',
      for: '15m',
      summary: '{{ $labels.service }} uses more than 90 % of the memory of its container.',
      action: 'Raise the memory limit of the part (docs/operations.md §2).',
    },
  ],
};

/** Returns all alerts, those of processes first. */
export const allAlerts = (): Alert[] => [processMetrics, ...observedMetrics].flatMap(({ alerts }) => alerts);
