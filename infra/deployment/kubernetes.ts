import { databaseOf, PORT } from '@almanac/manifest';
import type { Part } from './parts.ts';

/** Returns a service's Deployment, Service, PodDisruptionBudget, HorizontalPodAutoscaler, NetworkPolicy and volumes. */
export const kubernetesOf = (part: Part): string =>
  [deployment(part), serving(part), networkPolicy(part), ...volumeClaims(part)].join('---\n');

const deployment = (part: Part): string => {
  const { name, version, entry } = part;
  const labels = `{ app.kubernetes.io/part-of: almanac, app.kubernetes.io/name: ${name} }`;
  return `# ${entry.about} Written by \`npm run generate\` from libs/manifest.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labels}
spec:
  replicas: ${entry.replicas.least}
  # a rolling restart never takes more than it has given: as many serve all the time
  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector: { matchLabels: { app.kubernetes.io/name: ${name} } }
  template:
    metadata:
      labels: ${labels}
    spec:
      # DRAIN_MS, then up to 10 s for running requests, then relay and subscriptions
      terminationGracePeriodSeconds: 40
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: ${name}
          image: almanac/${name}:${version}
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          ports: [{ name: http, containerPort: ${PORT} }]
${variables(part)}          startupProbe: { httpGet: { path: /health, port: http }, periodSeconds: 2, failureThreshold: 30 }
          livenessProbe: { httpGet: { path: /health, port: http }, periodSeconds: 10, timeoutSeconds: 3 }
          readinessProbe:
            { httpGet: { path: /ready, port: http }, periodSeconds: 2, timeoutSeconds: 4, failureThreshold: 1 }
          resources:
            requests: { cpu: ${entry.resources.cpu}, memory: ${entry.resources.memory} }
            limits: { memory: ${entry.resources.memoryLimit} }
${volumes(part)}`;
};

const variables = ({ name, entry }: Part): string => {
  const own = Object.entries(entry.settings).map(([variable, value]) =>
    value === null
      ? `            - { name: ${variable}, valueFrom: { secretKeyRef: { name: almanac-${name}, key: ${variable}, optional: true } } }\n`
      : `            - { name: ${variable}, value: ${JSON.stringify(value)} }\n`,
  );
  const shared = `          envFrom:
            - configMapRef: { name: almanac-service }
            - secretRef: { name: almanac-service }
            - secretRef: { name: almanac-${name}-database }
`;
  return own.length === 0 ? shared : `${shared}          env:\n${own.join('')}`;
};

const volumes = ({ entry }: Part): string => {
  const own = Object.entries(entry.volumes);
  const mounts = own.map(([volume, { at }]) => `            - { name: ${volume}, mountPath: ${at} }\n`);
  const claims = own.map(
    ([volume]) => `        - { name: ${volume}, persistentVolumeClaim: { claimName: almanac-${volume} } }\n`,
  );
  return `          volumeMounts:
            - { name: site, mountPath: /etc/almanac, readOnly: true }
            - { name: tmp, mountPath: /tmp }
${mounts.join('')}      volumes:
        - { name: site, configMap: { name: almanac-site } }
        - { name: tmp, emptyDir: {} }
${claims.join('')}`;
};

const serving = ({ name, entry }: Part): string => `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: { app.kubernetes.io/name: ${name} }
  ports: [{ name: http, port: ${PORT}, targetPort: http }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  minAvailable: ${entry.replicas.least - 1}
  selector: { matchLabels: { app.kubernetes.io/name: ${name} } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${entry.replicas.least}
  maxReplicas: ${entry.replicas.most}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
`;

/** Returns a policy that admits only parts of the site and readers of metrics. */
const networkPolicy = ({ name }: Part): string => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: ${name} } }
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector: { matchLabels: { app.kubernetes.io/part-of: almanac } }
        # namespaces that may read metrics, with OPERATIONS_TOKEN
        - namespaceSelector: { matchLabels: { almanac/metrics: allowed } }
      ports: [{ port: http }]
`;

/** Returns a secret for each service: its user may access only its own database. */
export const databaseSecrets = (all: readonly Part[]): string[] =>
  all.flatMap(({ name }) => [
    '---',
    'apiVersion: v1',
    'kind: Secret',
    'metadata:',
    `  name: almanac-${name}-database`,
    'stringData:',
    `  MONGODB_URL: mongodb://almanac-${name}:<password>@mongodb-0.mongodb,mongodb-1.mongodb,mongodb-2.mongodb/?replicaSet=rs0&authSource=${databaseOf('almanac', name)}`,
  ]);

/** Returns a secret for each service with keys of its own; no other service receives them. */
export const ownSecrets = (all: readonly Part[]): string[] =>
  all.flatMap(({ name, entry }) => {
    const keys = Object.entries(entry.settings).filter(([, value]) => value === null);
    if (keys.length === 0) return [];
    return [
      '---',
      'apiVersion: v1',
      'kind: Secret',
      'metadata:',
      `  name: almanac-${name}`,
      'stringData:',
      ...keys.map(([variable]) => `  ${variable}: ""`),
    ];
  });

/**
 * Returns the claims of a service's volumes. All replicas share a volume, so several nodes must be able to write it.
 */
const volumeClaims = ({ entry }: Part): string[] =>
  Object.entries(entry.volumes).map(
    ([volume, { storage }]) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: almanac-${volume}
spec:
  accessModes: [ReadWriteMany]
  resources: { requests: { storage: ${storage} } }
`,
  );
