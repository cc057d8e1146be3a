import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@almanac/service';
import { createServiceMetrics } from '@almanac/service/metrics';
import { stringify } from 'yaml';
import { describeWith, run, withFile } from '../../kubernetes/tools.contract.ts';
import { alertRules } from './alertRules.ts';
import { dashboards } from './dashboards.ts';
import { allAlerts, type ObservedMetric, observedMetrics, processMetrics } from './metrics.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = globSync('{gateway,libs/*}/src/**/*.ts', {
  cwd: root,
  exclude: (path) => /\.(spec|contract)\.ts$/.test(path),
})
  .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  .join('\n');

const registry = () => {
  const metrics = createMetrics({ service: 'spec', version: '1.0.0' });
  createServiceMetrics(metrics.registry);
  return metrics.registry;
};

/** Returns the names of the series of a metric in queries. */
const seriesOf = ({ name, type }: Pick<ObservedMetric, 'name' | 'type'>): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];

const expressions = [processMetrics, ...observedMetrics].flatMap(({ alerts, panels }) =>
  [...alerts, ...panels].map(({ expr }) => expr),
);

describe('the table of metrics', () => {
  it('names every metric that the code registers, and no other', () => {
    const registered = sources.match(
      /(?<=')(?:almanac|http)_[a-z_]+_(?:seconds|total|commits|messages|keys|waiting|info)(?=')/g,
    );
    expect(observedMetrics.map(({ name }) => name).sort()).toEqual([...new Set(registered)].sort());
  });

  it('has the type and the labels of each metric', () => {
    const known = registry();
    const found = observedMetrics.flatMap(({ name }) => known.getSingleMetric(name) ?? []);
    expect(found.length).toBeGreaterThan(7);
    for (const metric of found) {
      const name: string = Reflect.get(metric, 'name');
      const { type, labels } = observedMetrics.find((each) => each.name === name) as ObservedMetric;
      const declared: readonly string[] = Reflect.get(metric, 'labelNames');
      // a histogram of requests writes its labels itself
      if (declared.length > 0) expect([name, labels]).toEqual([name, declared]);
      expect([name, metric.constructor.name.toLowerCase()]).toEqual([name, type]);
    }
  });

  it('queries only series, labels and values that exist', () => {
    const series = new Map(observedMetrics.flatMap((metric) => seriesOf(metric).map((name) => [name, metric])));
    const faults = expressions.flatMap((expr) =>
      Array.from(expr.matchAll(/\b((?:almanac|http)_\w+)(?:\{([^}]*)\})?/g)).flatMap(([, name = '', matchers = '']) => {
        const metric = series.get(name);
        if (metric === undefined) return [`${name} does not exist`];
        return Array.from(matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)).flatMap(([, label = '', , value = '']) => {
          if (!['service', ...metric.labels].includes(label)) return [`${name} has no label ${label}`];
          if (label !== 'outcome') return [];
          return value.split('|').flatMap((each) => (sources.includes(`'${each}'`) ? [] : [`no outcome is ${each}`]));
        });
      }),
    );
    expect(faults).toEqual([]);
  });

  it('names each alert once, and tells operators what to do', () => {
    const names = allAlerts().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const { summary, action } of allAlerts()) expect(`${summary} ${action}`).toMatch(/[\w}]\. .*[\w)”]\.$/);
  });
});

/** Series of a site in good order, a sample a minute. */
const HEALTHY: Readonly<Record<string, string>> = {
  'up{job="almanac",instance="core:8080"}': '1x430',
  'process_start_time_seconds{job="almanac",service="core",instance="core:8080"}': '100x430',
  'nodejs_eventloop_lag_p99_seconds{job="almanac",service="core"}': '0.01x430',
  'process_resident_memory_bytes{job="almanac",service="core",namespace="a",pod="core-1"}': '100x430',
  'kube_pod_container_resource_limits{resource="memory",namespace="a",pod="core-1",container="core"}': '700x430',
  'almanac_build_info{service="core",version="1.0.0",instance="core:8080"}': '1x430',
  'almanac_build_info{service="gateway",version="2.0.0",instance="gateway:8080"}': '1x430',
  'almanac_parked_keys{service="core",instance="core:8080"}': '0x430',
  'http_request_duration_seconds_count{service="core",status="200"}': '0+600x430',
  'http_request_duration_seconds_count{service="core",status="501"}': '0+600x430',
  'http_request_duration_seconds_count{service="core",status="500"}': '0+1x430',
  'http_request_duration_seconds_bucket{service="core",route="/core/v2/posts",le="1"}': '0+600x430',
  'http_request_duration_seconds_bucket{service="core",route="/core/v2/posts",le="+Inf"}': '0+600x430',
  'http_request_duration_seconds_bucket{service="core",route="/ops/v1/stream",le="1"}': '0x430',
  'http_request_duration_seconds_bucket{service="core",route="/ops/v1/stream",le="+Inf"}': '0+600x430',
  'almanac_append_duration_seconds_count{service="core",outcome="written"}': '0+60x430',
  'almanac_append_duration_seconds_count{service="core",outcome="version-conflict"}': '0+60x430',
  'almanac_append_tries_total{service="core",outcome="written"}': '0+60x430',
  'almanac_append_tries_total{service="core",outcome="position-taken"}': '0+60x430',
  'almanac_documents_missed_total{service="core"}': '0x430',
  'almanac_relay_lag_commits{service="core"}': '0 9 5 0 7 2 0x595',
  'almanac_document_lag_commits{service="core"}': '430-1x430',
  'almanac_unsigned_commits{service="core"}': '430-1x430',
  'almanac_subscription_lag_messages{service="core"}': '430-1x430',
  'almanac_effects_waiting{service="core"}': '430-1x430',
  'almanac_effect_lag_commits{service="core"}': '0x430',
  'almanac_deliveries_total{service="core",subscription="core.copies",outcome="handled"}': '0+60x430',
  'almanac_subscription_restarts_total{service="core",subscription="core.copies"}': '3x430',
  'almanac_lease_terms_total{service="core",lease="relay"}': '5x430',
  'almanac_limit_refusals_total{service="core",limit="sign-in-name"}': '0+1x430',
  'almanac_effect_duration_seconds_count{service="core",effect="mail",outcome="failed"}': '0+1x430',
};

interface Fault {
  /** Series that replace or join those of a site in good order; undefined removes one. */
  readonly series: Readonly<Record<string, string | undefined>>;
  /** A time at which the alert does not fire yet. */
  readonly silent: string;
  readonly fires: string;
  /** Labels of the alert beside its severity. */
  readonly labels: Readonly<Record<string, string>>;
}

const core = { service: 'core' };
const copies = { service: 'core', subscription: 'core.copies' };
const stuck = (name: string): Record<string, string> => ({ [`${name}{service="core"}`]: '0x29 3x430' });

/** A fault of the site for each alert. It begins after half an hour. */
const FAULTS: Readonly<Record<string, Fault>> = {
  AlmanacDown: {
    series: { 'up{job="almanac",instance="core:8080"}': '1x29 0x430' },
    silent: '33m',
    fires: '40m',
    labels: { job: 'almanac', instance: 'core:8080' },
  },
  AlmanacAbsent: {
    series: { 'up{job="almanac",instance="core:8080"}': undefined },
    silent: '9m',
    fires: '11m',
    labels: { job: 'almanac' },
  },
  AlmanacRestarts: {
    series: {
      'process_start_time_seconds{job="almanac",service="core",instance="core:8080"}': '100x29 110 120 130 140 150x430',
    },
    silent: '31m',
    fires: '36m',
    labels: { job: 'almanac', service: 'core', instance: 'core:8080' },
  },
  AlmanacEventLoopSlow: {
    series: { 'nodejs_eventloop_lag_p99_seconds{job="almanac",service="core"}': '0.01x29 0.9x430' },
    silent: '35m',
    fires: '45m',
    labels: { job: 'almanac', service: 'core' },
  },
  AlmanacMemoryShort: {
    series: {
      'process_resident_memory_bytes{job="almanac",service="core",namespace="a",pod="core-1"}': '100x29 690x430',
    },
    silent: '40m',
    fires: '50m',
    labels: { job: 'almanac', service: 'core', namespace: 'a', pod: 'core-1' },
  },
  AlmanacVersionsDiffer: {
    series: {
      'almanac_build_info{service="core",version="1.1.0",instance="other:8080"}': '_x29 1x430',
      'almanac_parked_keys{service="core",instance="other:8080"}': '_x29 0x430',
    },
    silent: '80m',
    fires: '95m',
    labels: core,
  },
  AlmanacRequestsFail: {
    series: { 'http_request_duration_seconds_count{service="core",status="503"}': '0x29 0+60x430' },
    silent: '31m',
    fires: '45m',
    labels: core,
  },
  AlmanacRequestsSlow: {
    series: {
      'http_request_duration_seconds_bucket{service="core",route="/core/v2/posts",le="1"}': '0x430',
      'http_request_duration_seconds_bucket{service="core",route="/core/v2/posts",le="5"}': '0+600x430',
    },
    silent: '10m',
    fires: '30m',
    labels: core,
  },
  AlmanacLimitReached: {
    series: { 'almanac_limit_refusals_total{service="core",limit="sign-in-name"}': '0x29 0+600x430' },
    silent: '40m',
    fires: '60m',
    labels: { ...core, limit: 'sign-in-name' },
  },
  AlmanacStoreFails: {
    series: {
      'almanac_append_duration_seconds_count{service="core",outcome="store-unavailable"}': '0x29 0+5x430',
    },
    silent: '32m',
    fires: '40m',
    labels: core,
  },
  AlmanacLogGap: {
    series: { 'almanac_append_duration_seconds_count{service="core",outcome="log-gap"}': '_x29 1x430' },
    silent: '25m',
    fires: '31m',
    labels: { ...core, outcome: 'log-gap' },
  },
  AlmanacStoreUnanswered: {
    series: { 'almanac_append_tries_total{service="core",outcome="unanswered"}': '0x29 0+1x430' },
    silent: '40m',
    fires: '55m',
    labels: core,
  },
  AlmanacReplicasRace: {
    series: { 'almanac_append_tries_total{service="core",outcome="position-taken"}': '0x29 0+600x430' },
    silent: '50m',
    fires: '80m',
    labels: core,
  },
  AlmanacDocumentsMissed: {
    series: { 'almanac_documents_missed_total{service="core"}': '0x29 0+1x430' },
    silent: '80m',
    fires: '100m',
    labels: core,
  },
  AlmanacCommitsUnsigned: { series: stuck('almanac_unsigned_commits'), silent: '55m', fires: '65m', labels: core },
  AlmanacProjectorStuck: { series: stuck('almanac_document_lag_commits'), silent: '55m', fires: '65m', labels: core },
  AlmanacRelayStuck: { series: stuck('almanac_relay_lag_commits'), silent: '45m', fires: '55m', labels: core },
  AlmanacSubscriptionStuck: {
    series: stuck('almanac_subscription_lag_messages'),
    silent: '45m',
    fires: '55m',
    labels: core,
  },
  AlmanacEffectsStuck: { series: stuck('almanac_effect_lag_commits'), silent: '45m', fires: '55m', labels: core },
  AlmanacEffectsWait: { series: stuck('almanac_effects_waiting'), silent: '300m', fires: '420m', labels: core },
  AlmanacDeadLetter: {
    series: {
      'almanac_deliveries_total{service="core",subscription="core.copies",outcome="parked"}': '_x29 1x430',
    },
    silent: '25m',
    fires: '31m',
    labels: { ...copies, outcome: 'parked' },
  },
  AlmanacDeadLettersBlock: {
    series: { 'almanac_parked_keys{service="core",instance="core:8080"}': '0x29 2x430' },
    silent: '50m',
    fires: '65m',
    labels: { ...core, instance: 'core:8080' },
  },
  AlmanacBacklogUnknown: {
    series: { 'almanac_parked_keys{service="core",instance="core:8080"}': '0x29 _x430' },
    silent: '38m',
    fires: '50m',
    labels: { ...core, version: '1.0.0', instance: 'core:8080' },
  },
  AlmanacSubscriptionRestarts: {
    series: { 'almanac_subscription_restarts_total{service="core",subscription="core.copies"}': '3x29 3+1x430' },
    silent: '45m',
    fires: '75m',
    labels: copies,
  },
  AlmanacLeasesChange: {
    series: { 'almanac_lease_terms_total{service="core",lease="relay"}': '5x29 5+2x430' },
    silent: '60m',
    fires: '100m',
    labels: { ...core, lease: 'relay' },
  },
  AlmanacEffectGivenUp: {
    series: {
      'almanac_effect_duration_seconds_count{service="core",effect="mail",outcome="given-up"}': '_x29 1x430',
    },
    silent: '25m',
    fires: '31m',
    labels: { ...core, effect: 'mail', outcome: 'given-up' },
  },
};

const selector = (name: string, labels: Readonly<Record<string, string>>): string =>
  `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`;

const firing = 'ALERTS{alertstate="firing"}';

/** Returns a test of promtool: the alert is silent first, then it fires. */
const testOf = (name: string, { series, silent, fires, labels }: Fault) => {
  const { severity } = allAlerts().find((each) => each.name === name) ?? {};
  const of = `ALERTS{alertstate="firing",alertname="${name}"}`;
  const sample = selector('ALERTS', { alertname: name, alertstate: 'firing', severity: String(severity), ...labels });
  return {
    name,
    interval: '1m',
    input_series: inputOf({ ...HEALTHY, ...series }),
    promql_expr_test: [
      { expr: of, eval_time: silent, exp_samples: [] },
      { expr: of, eval_time: fires, exp_samples: [{ labels: sample, value: 1 }] },
    ],
  };
};

const inputOf = (series: Fault['series']) =>
  Object.entries(series).flatMap(([name, values]) => (values === undefined ? [] : [{ series: name, values }]));

describeWith(['promtool'], 'the alerts', (promtool) => {
  const passes = (tests: readonly object[]): string =>
    withFile(alertRules(), (rules) =>
      withFile(stringify({ rule_files: [rules], evaluation_interval: '1m', tests }), (file) =>
        run(promtool, 'test', 'rules', file),
      ),
    );

  it('have a fault each that a test makes', () =>
    expect(Object.keys(FAULTS).sort()).toEqual(
      allAlerts()
        .map(({ name }) => name)
        .sort(),
    ));

  it('do not fire on a site in good order', () => {
    const times = ['10m', '40m', '120m'];
    const quiet = times.map((eval_time) => ({ expr: firing, eval_time, exp_samples: [] }));
    expect(passes([{ interval: '1m', input_series: inputOf(HEALTHY), promql_expr_test: quiet }])).toContain('SUCCESS');
  });

  it('fire in time, each at its fault, and not before', () => {
    expect(passes(Object.entries(FAULTS).map(([name, fault]) => testOf(name, fault)))).toContain('SUCCESS');
  });

  it('fail their test if they do not fire', () => {
    const { AlmanacDown: fault } = FAULTS;
    expect(() => passes([testOf('AlmanacDown', { ...(fault as Fault), series: {} })])).toThrow('FAILED');
  });
});

describeWith(['promtool'], 'the dashboards', (promtool) => {
  it.each(Object.entries(dashboards()))('have valid queries in %s', (_file, { panels }) => {
    const rules = panels.map(({ id, targets }) => ({
      record: `panel:${id}`,
      expr: targets[0]?.expr.replaceAll('$__rate_interval', '5m'),
    }));
    expect(rules.length).toBeGreaterThan(5);
    const checked = withFile(stringify({ groups: [{ name: 'panels', rules }] }), (file) =>
      run(promtool, 'check', 'rules', file),
    );
    expect(checked).toContain(`SUCCESS: ${rules.length} rules found`);
  });
});
