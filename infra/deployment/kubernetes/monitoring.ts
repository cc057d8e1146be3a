import type { Form } from './form.ts';

/** Returns the manifest with which a Prometheus operator scrapes a part. All parts have the job `almanac`. */
const monitor = (name: string, form: Form): string => `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: ${name}
${labels('serviceMonitor', form)}spec:
  jobLabel: app.kubernetes.io/part-of
  selector: { matchLabels: { app.kubernetes.io/part-of: almanac, app.kubernetes.io/name: ${name} } }
  endpoints:
    - port: http
      path: /metrics
      interval: ${form.value('serviceMonitor.interval')}
      authorization: { credentials: { name: ${form.value(name === 'gateway' ? 'parts.gateway.existingSecret' : 'existingSecret')}, key: OPERATIONS_TOKEN } }
---
`;

const labels = (path: string, form: Form): string => `  labels:
    app.kubernetes.io/part-of: almanac
${form.items(`${path}.labels`, 4)}`;

/**
 * Returns the manifests for a Prometheus operator: a monitor for each part, and the alert rules.
 * @param rules the groups of rules, indented by two spaces
 */
export const monitoringManifests = (names: readonly string[], rules: string, form: Form): string =>
  form.when('serviceMonitor.enabled', names.map((name) => monitor(name, form)).join('')) +
  form.when(
    'prometheusRule.enabled',
    `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: almanac
${labels('prometheusRule', form)}spec:
${rules}
---
`,
  );

/** The template of a map with the dashboards, for the sidecar of Grafana's chart. */
export const dashboardTemplate = `{{- if .Values.dashboards.enabled }}
apiVersion: v1
kind: ConfigMap
metadata:
  name: almanac-dashboards
  labels:
    app.kubernetes.io/part-of: almanac
{{- with .Values.dashboards.labels }}
{{ toYaml . | indent 4 }}
{{- end }}
data:
{{ (.Files.Glob "monitoring/*.json").AsConfig | indent 2 }}
{{- end }}
`;
