import { PORT } from '@almanac/manifest';
import type { Part } from '../parts.ts';
import type { Form } from './form.ts';

/** A volume that replicas share, unless a setting takes its place. */
interface PartVolume {
  readonly at: string;
  readonly unless?: string | undefined;
}

/** The gateway or a service, as the manifests describe it. */
interface DeployedPart {
  readonly name: string;
  readonly about: string;
  /** Variables whose values are in the secret of the part. */
  readonly keys: readonly string[];
  readonly volumes: Readonly<Record<string, PartVolume>>;
}

/** The key with which a process signs; the gateway reads all keys of its secret anyway. */
const OWN_KEY = 'SIGNING_KEY';

const GATEWAY: DeployedPart = { name: 'gateway', about: 'The one public door.', keys: [], volumes: {} };

/** Returns the manifests of a service. */
export const serviceManifests = ({ name, entry }: Part, form: Form): string => {
  const { about, settings, volumes } = entry;
  const keys = [...Object.keys(settings).filter((variable) => settings[variable] === null), OWN_KEY];
  return manifestsOf({ name, about, keys, volumes }, form);
};

/** Returns the manifests of the gateway. */
export const gatewayManifests = (form: Form): string => manifestsOf(GATEWAY, form);

const manifestsOf = (part: DeployedPart, form: Form): string =>
  [deployment(part, form), service(part), disruptions(part), autoscaler(part, form), networkPolicy(part, form)]
    .concat(Object.entries(part.volumes).map(([name, volume]) => claim(part, name, volume, form)))
    .join('');

const isGateway = ({ name }: DeployedPart): boolean => name === 'gateway';

const labelsOf = ({ name }: DeployedPart): string =>
  `{ app.kubernetes.io/part-of: almanac, app.kubernetes.io/name: ${name} }`;

const selectorOf = ({ name }: DeployedPart): string => `{ matchLabels: { app.kubernetes.io/name: ${name} } }`;

/** The rights of a container: none that it does not need. */
export const CONTAINER_RIGHTS =
  'securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }';

/** The rights of a pod. */
export const POD_RIGHTS = `automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, fsGroupChangePolicy: OnRootMismatch, seccompProfile: { type: RuntimeDefault } }
`;

const deployment = (part: DeployedPart, form: Form): string => {
  const { name, about } = part;
  const own = `parts.${name}`;
  return `# ${about} Written by \`npm run generate\` from libs/manifest.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labelsOf(part)}
spec:
${form.unless('autoscaling.enabled', `  replicas: ${form.value(`${own}.replicas.least`)}\n`)}  # a rolling restart never takes more than it has given: as many serve all the time
  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector: ${selectorOf(part)}
  template:
    metadata:
      labels: ${labelsOf(part)}
    spec:
      # DRAIN_MS, then up to 10 s for running requests, then relay and subscriptions
      terminationGracePeriodSeconds: 40
      ${POD_RIGHTS}${form.member('imagePullSecrets', 'imagePullSecrets', 6)}${form.member('nodeSelector', `${own}.nodeSelector`, 6)}${form.member('tolerations', `${own}.tolerations`, 6)}      topologySpreadConstraints:
        - { maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: ${selectorOf(part)} }
        - { maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: ${selectorOf(part)} }
      containers:
        - name: ${name}
          image: ${form.value(`${own}.image`)}
          imagePullPolicy: ${form.value('imagePullPolicy')}
          ${CONTAINER_RIGHTS}
          ports: [{ name: http, containerPort: ${PORT} }]
${variables(part, form)}          # a stall of the store of half a minute takes no replica away, and one of the process of a minute ends none
          startupProbe: { httpGet: { path: /health, port: http }, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 150 }
          livenessProbe: { httpGet: { path: /health, port: http }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /ready, port: http }, periodSeconds: 5, timeoutSeconds: 4, failureThreshold: 6 }
${form.member('resources', `${own}.resources`, 10)}${volumes(part, form)}---
`;
};

const variables = (part: DeployedPart, form: Form): string => {
  const own = `parts.${part.name}`;
  const secretOf = (value: string) => `            - secretRef: { name: ${form.value(value)} }\n`;
  const keys = part.keys.map(
    (key) =>
      `            - { name: ${key}, valueFrom: { secretKeyRef: { name: ${form.value(`${own}.existingSecret`)}, key: ${key}, optional: true } } }\n`,
  );
  return `          envFrom:
            - configMapRef: { name: almanac-all }
            - configMapRef: { name: ${isGateway(part) ? 'almanac-gateway' : 'almanac-services'} }
${isGateway(part) ? secretOf(`${own}.existingSecret`) : secretOf('existingSecret') + secretOf(`${own}.databaseSecret`)}          env:
${keys.join('')}${form.each(`${own}.env`, (name, value) => `            - { name: ${name}, value: ${value} }\n`)}${form.items(`${own}.extraEnv`, 12)}`;
};

const volumes = (part: DeployedPart, form: Form): string => {
  const own = Object.entries(part.volumes);
  const mounts = own.map(([volume, { at }]) => `            - { name: ${volume}, mountPath: ${at} }\n`);
  const claims = own.map(([name, volume]) => {
    const claimed = form.value(`parts.${part.name}.volumes.${name}.claim`);
    return shared(part, volume, form, {
      volume: `        - { name: ${name}, persistentVolumeClaim: { claimName: ${claimed} } }\n`,
      instead: `        - { name: ${name}, emptyDir: {} }\n`,
    });
  });
  return `          volumeMounts:
            - { name: site, mountPath: /etc/almanac, readOnly: true }
            - { name: tmp, mountPath: /tmp }
${mounts.join('')}${form.items(`parts.${part.name}.extraVolumeMounts`, 12)}      volumes:
        - { name: site, configMap: { name: almanac-site } }
        - { name: tmp, emptyDir: {} }
${claims.join('')}${form.items(`parts.${part.name}.extraVolumes`, 8)}`;
};

const service = (part: DeployedPart): string => `apiVersion: v1
kind: Service
metadata:
  name: ${part.name}
  labels: ${labelsOf(part)}
spec:
  selector: { app.kubernetes.io/name: ${part.name} }
  ports: [{ name: http, port: ${PORT}, targetPort: http }]
---
`;

const disruptions = (part: DeployedPart): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${part.name}
spec:
  maxUnavailable: 1
  selector: ${selectorOf(part)}
---
`;

const autoscaler = ({ name }: DeployedPart, form: Form): string =>
  form.when(
    'autoscaling.enabled',
    `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${form.value(`parts.${name}.replicas.least`)}
  maxReplicas: ${form.value(`parts.${name}.replicas.most`)}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: ${form.value('autoscaling.cpuUtilization')} } }
${form.member('behavior', 'autoscaling.behavior', 2)}---
`,
  );

/** The rule that lets a part send requests to the parts of the site. */
const WITHIN_SITE = `    - to: [{ podSelector: { matchLabels: { app.kubernetes.io/part-of: almanac } } }]
      ports: [{ port: ${PORT}, protocol: TCP }]
`;

const networkPolicy = (part: DeployedPart, form: Form): string => {
  const { name } = part;
  const within = `        - podSelector: { matchLabels: { app.kubernetes.io/part-of: almanac } }
        # namespaces that may read metrics, with OPERATIONS_TOKEN
${form.items('networkPolicy.metricsFrom', 8)}`;
  const world = `    - ports: [{ port: http, protocol: TCP }]\n${form.member('from', 'networkPolicy.gatewayFrom', 6)}`;
  return form.when(
    'networkPolicy.enabled',
    `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: ${selectorOf(part)}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: http, protocol: TCP }]
      from:
${within}${isGateway(part) ? world : ''}  egress:
${WITHIN_SITE}${form.items('networkPolicy.egress', 4)}${isGateway(part) ? '' : form.items('networkPolicy.storeEgress', 4)}${form.items(`parts.${name}.egress`, 4)}---
`,
  );
};

/** Returns the claim of a volume. All replicas share it, so several nodes must be able to write it. */
const claim = (part: DeployedPart, name: string, volume: PartVolume, form: Form): string =>
  shared(part, volume, form, { volume: claimManifest(`parts.${part.name}.volumes.${name}`, form), instead: '' });

/** Returns the text for a shared volume, or the text in its place if a setting replaces it. */
const shared = (
  { name }: DeployedPart,
  { unless }: PartVolume,
  form: Form,
  { volume, instead }: { readonly volume: string; readonly instead: string },
): string => {
  if (unless === undefined) return volume;
  const setting = `parts.${name}.env.${unless}`;
  return form.unless(setting, volume) + (instead === '' ? '' : form.when(setting, instead));
};

/** Returns the claim that values below a path describe. */
export const claimManifest = (path: string, form: Form): string =>
  form.when(
    `${path}.createClaim`,
    `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${form.value(`${path}.claim`)}
spec:
${form.member('accessModes', `${path}.accessModes`, 2)}${form.member('storageClassName', `${path}.storageClass`, 2)}  resources: { requests: { storage: ${form.value(`${path}.storage`)} } }
---
`,
  );
