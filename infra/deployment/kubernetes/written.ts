import { stringify } from 'yaml';
import { alertRules } from '../monitoring/alertRules.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import type { Part } from '../parts.ts';
import { chartForm, type Form, membersOf, plainForm, type Value, type Values } from './form.ts';
import { jobManifests } from './jobs.ts';
import { dashboardTemplate, monitoringManifests } from './monitoring.ts';
import { gatewayManifests, serviceManifests } from './part.ts';
import { gatewayVersion, schemaOf, valuesOf } from './values.ts';

interface KubernetesFile {
  /** The path in `infra/kubernetes`. */
  readonly path: string;
  readonly text: string;
}

/** Returns the files of the chart and of the kustomization. Both are written by the same functions. */
export const kubernetesFiles = (all: readonly Part[]): KubernetesFile[] => {
  const values = valuesOf(all);
  const plain = manifests(all, plainForm(values), '');
  return [
    ...plain.map(({ path, text }) => ({ path: `base/${path}`, text })),
    {
      path: 'base/kustomization.yaml',
      text: kustomization(
        values,
        plain.map(({ path }) => path),
      ),
    },
    ...manifests(all, chartForm, '-{{ .Release.Revision }}').map(({ path, text }) => ({
      path: `chart/templates/${path}`,
      text,
    })),
    ...monitoringFiles(all, values),
    { path: 'chart/Chart.yaml', text: chart() },
    {
      path: 'chart/values.yaml',
      text: `# The defaults. Written by \`npm run generate\`: give values of your own in a file (infra/kubernetes/README.md).\n${stringify(values, { lineWidth: 0, aliasDuplicateObjects: false })}`,
    },
    {
      path: 'chart/values.schema.json',
      text: `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf(values) }, null, 2)}\n`,
    },
  ];
};

const manifests = (all: readonly Part[], form: Form, revision: string): KubernetesFile[] => [
  { path: 'gateway.yaml', text: closed(gatewayManifests(form)) },
  ...all.map((part) => ({ path: `${part.name}.yaml`, text: closed(serviceManifests(part, form)) })),
  { path: 'jobs.yaml', text: closed(jobManifests(form, revision)) },
];

/** Returns alert rules and dashboards, and the manifests that give them to operators of Prometheus and Grafana. */
const monitoringFiles = (all: readonly Part[], values: Values): KubernetesFile[] => {
  const names = ['gateway', ...all.map(({ name }) => name)];
  const enabled: Values = {
    ...values,
    serviceMonitor: { ...membersOf(values.serviceMonitor), enabled: true },
    prometheusRule: { ...membersOf(values.prometheusRule), enabled: true },
  };
  const rules = alertRules();
  return [
    { path: 'chart/monitoring/alerts.yaml', text: rules },
    ...Object.entries(dashboards()).map(([name, dashboard]) => ({
      path: `chart/monitoring/${name}`,
      text: `${JSON.stringify(dashboard, null, 1)}\n`,
    })),
    {
      path: 'chart/templates/monitoring.yaml',
      text:
        monitoringManifests(names, '{{ .Files.Get "monitoring/alerts.yaml" | indent 2 }}', chartForm) +
        dashboardTemplate,
    },
    {
      path: 'monitoring/monitoring.yaml',
      text: closed(monitoringManifests(names, rules.trimEnd().replaceAll(/^(?=.)/gm, '  '), plainForm(enabled))),
    },
    {
      path: 'monitoring/kustomization.yaml',
      text: `# Written by \`npm run generate\`. Name this folder in the \`components\` of an overlay.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [monitoring.yaml]
`,
    },
  ];
};

/** Returns the text without a separator before nothing. */
const closed = (text: string): string => text.replace(/---\n$/, '');

const kustomization = ({ settings, site }: Values, resources: readonly string[]): string => {
  const literals = (members?: Value) => Object.entries(membersOf(members)).map(([name, value]) => `${name}=${value}`);
  const { all, services, gateway } = membersOf(settings);
  const generated = [
    { name: 'almanac-all', literals: literals(all) },
    { name: 'almanac-services', literals: literals(services) },
    { name: 'almanac-gateway', literals: literals(gateway) },
    { name: 'almanac-site', literals: [`site.json=${site}`] },
  ];
  return `# Written by \`npm run generate\`. An overlay names this folder and changes what differs: infra/kubernetes/example.
${stringify({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources, configMapGenerator: generated }, { lineWidth: 0 })}`;
};

const chart = (): string => `# Written by \`npm run generate\`.
apiVersion: v2
name: almanac
description: A REST backend for multilingual community-calendar sites
type: application
version: ${gatewayVersion()}
appVersion: ${gatewayVersion()}
kubeVersion: ">=1.27.0-0"
`;
