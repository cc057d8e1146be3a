import { stringify } from 'yaml';
import { type Alert, allAlerts } from './metrics.ts';

const ruleOf = ({ name, severity, expr, summary, action, ...alert }: Alert) => ({
  alert: name,
  expr,
  for: alert.for,
  labels: { severity },
  annotations: { summary, description: action },
});

/** Returns the rules of all alerts as a file for Prometheus (`rule_files`). */
export const alertRules = (): string =>
  `# Written by \`npm run generate\` from infra/deployment/monitoring/metrics.ts.
${stringify({ groups: [{ name: 'almanac', rules: allAlerts().map(ruleOf) }] }, { lineWidth: 0 })}`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const rowOf = ({ name, severity, expr, summary, action, ...alert }: Alert): string => {
  const condition = alert.for === '0m' ? 'at once' : alert.for;
  const said = summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, '*$1*');
  return `| \`${name}\` | ${severity} | ${cell(said)} | ${condition} | ${cell(action)} |`;
};

/** Returns the text of `docs/alerts.md`. */
export const alertPage = (): string => `# Alerts

\`critical\` means that the site loses requests or work now. A \`warning\` needs an operator within a day. The rules are in
[\`infra/kubernetes/chart/monitoring\`](../infra/kubernetes/README.md#monitoring), and
[operations.md](operations.md#5-watch) explains the metrics. This page is written by \`npm run generate\`.

| alert | severity | meaning | after | what to do |
|---|---|---|---|---|
${allAlerts().map(rowOf).join('\n')}
`;
