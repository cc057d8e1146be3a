import { type ObservedMetric, observedMetrics, type Panel, processMetrics } from './metrics.ts';

const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 8;

const SOURCE = { type: 'prometheus', uid: '$source' };

const panelAt = ({ title, expr, unit, legend }: Panel, index: number) => ({
  id: index + 1,
  title,
  type: 'timeseries',
  datasource: SOURCE,
  gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: [{ refId: 'A', datasource: SOURCE, expr, legendFormat: legend }],
});

const choices = [
  { name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'service',
    label: 'Service',
    type: 'query',
    datasource: SOURCE,
    query: { query: 'label_values(almanac_build_info, service)', refId: 'services' },
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    current: { text: 'All', value: '$__all' },
  },
];

const dashboard = (uid: string, title: string, panels: readonly Panel[]) => ({
  uid,
  title,
  tags: ['almanac'],
  schemaVersion: 39,
  editable: false,
  timezone: 'browser',
  time: { from: 'now-6h', to: 'now' },
  refresh: '1m',
  templating: { list: choices },
  panels: panels.map(panelAt),
});

/** Returns the Grafana dashboards, by the name of their file. */
export const dashboards = () => {
  const panelsOf = (kind: ObservedMetric['dashboard']): Panel[] =>
    observedMetrics.flatMap((metric) => (metric.dashboard === kind ? metric.panels : []));
  return {
    'almanac-requests.json': dashboard('almanac-requests', 'Almanac: requests and processes', [
      ...panelsOf('requests'),
      ...processMetrics.panels,
    ]),
    'almanac-events.json': dashboard('almanac-events', 'Almanac: log, events and effects', panelsOf('events')),
  };
};
