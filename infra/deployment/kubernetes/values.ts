import { readFileSync } from 'node:fs';
import { databaseOf, PARTITIONS, PORT } from '@almanac/manifest';
import type { Part } from '../parts.ts';
import { isObject, type Value, type Values } from './form.ts';

/** Settings of services that ask addresses outside the site. */
const OUTSIDE = ['PRIVATE_TARGETS', 'TRANSLATION_ENGINE'];

/** Addresses outside the cluster, by http, https and mail. */
const OUTSIDE_RULE = {
  to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'] } }],
  ports: [80, 443, 465, 587].map((port) => ({ port, protocol: 'TCP' })),
};

const REPLICAS = { least: 2, most: 8 };
const MEMORY_LIMIT = '768Mi';

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(new URL(`../../../${folder}/package.json`, import.meta.url), 'utf8')).version;

/** Returns the gateway's version, which is the chart's. */
export const gatewayVersion = (): string => versionOf('gateway');

/** Additions of operators to the container of a pod. */
const additions = { extraEnv: [], extraVolumes: [], extraVolumeMounts: [] };

const placement = { ...additions, nodeSelector: {}, tolerations: [] };

/** Returns the default values of chart and kustomization. */
export const valuesOf = (all: readonly Part[]): Values => ({
  imagePullPolicy: 'IfNotPresent',
  imagePullSecrets: [],
  settings: {
    all: {
      PORT: String(PORT),
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      KAFKA_BROKERS: 'kafka:9092',
      TOPIC_PREFIX: 'almanac',
      TOPIC_PARTITIONS: String(PARTITIONS),
      SERVICE_ADDRESSES: `http://{service}:${PORT}`,
      SITE_FILE: '/etc/almanac/site.json',
      DRAIN_MS: '8000',
    },
    services: { DATABASE_PREFIX: 'almanac', READY_LAG: '1000' },
    gateway: { PUBLIC_URL: 'https://example.org', TRUSTED_PROXIES: '1' },
  },
  site: '{ "name": "Almanac", "timezone": "UTC", "users": [] }',
  existingSecret: 'almanac-service',
  secrets: {},
  parts: {
    gateway: {
      image: `almanac/gateway:${gatewayVersion()}`,
      existingSecret: 'almanac-gateway',
      replicas: REPLICAS,
      resources: resourcesOf({ cpu: '250m', memory: '256Mi', memoryLimit: MEMORY_LIMIT }),
      env: {},
      egress: [],
      ...placement,
    },
    ...Object.fromEntries(all.map((part) => [part.name, valuesOfPart(part)])),
  },
  autoscaling: {
    enabled: true,
    cpuUtilization: 70,
    behavior: {
      // the start of a replica takes processor time, which must not ask for the next replica
      scaleUp: { stabilizationWindowSeconds: 120, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
      scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: 'Pods', value: 1, periodSeconds: 120 }] },
    },
  },
  networkPolicy: {
    enabled: true,
    // nobody but the proxy in front of the site should reach the gateway; an empty list admits all
    gatewayFrom: [],
    metricsFrom: [{ namespaceSelector: { matchLabels: { 'almanac/metrics': 'allowed' } } }],
    // names, brokers and the collector of traces, for every part
    egress: [{ ports: [tcp(53), { port: 53, protocol: 'UDP' }] }, { ports: [tcp(9092), tcp(4318)] }],
    // MongoDB, for services and operators' jobs
    storeEgress: [{ ports: [tcp(27017)] }],
  },
  ingress: { enabled: false, className: '', annotations: {}, hosts: ['example.org'], tlsSecret: 'almanac-tls' },
  httpRoute: { enabled: false, parentRefs: [], hostnames: [], annotations: {} },
  serviceMonitor: { enabled: false, interval: '30s', labels: {} },
  prometheusRule: { enabled: false, labels: {} },
  dashboards: { enabled: false, labels: { grafana_dashboard: '1' } },
  operator: {
    image: `almanac:${gatewayVersion()}`,
    existingSecret: 'almanac-operator',
    resources: resourcesOf({ cpu: '250m', memory: '512Mi', memoryLimit: '1Gi' }),
    ...additions,
  },
  topics: { enabled: true, replicas: 3 },
  indexes: { enabled: true },
  verify: { enabled: true, schedule: '41 3 * * 0' },
  backup: {
    enabled: true,
    schedule: '17 2 * * *',
    keepDays: 14,
    image: 'mongo:8.0.15',
    claim: 'almanac-backup',
    createClaim: true,
    storage: '100Gi',
    storageClass: '',
    accessModes: ['ReadWriteOnce'],
    resources: resourcesOf({ cpu: '250m', memory: '256Mi', memoryLimit: '512Mi' }),
  },
});

const tcp = (port: number) => ({ port, protocol: 'TCP' });

const resourcesOf = ({ cpu, memory, memoryLimit }: Part['entry']['resources']) => ({
  requests: { cpu, memory, 'ephemeral-storage': '64Mi' },
  limits: { memory: memoryLimit, 'ephemeral-storage': '1Gi' },
});

const valuesOfPart = ({ name, version, entry }: Part): Values => {
  const given = Object.entries(entry.settings).flatMap(([variable, value]) =>
    value === null ? [] : [[variable, value] as const],
  );
  return {
    image: `almanac/${name}:${version}`,
    existingSecret: `almanac-${name}`,
    databaseSecret: `almanac-${name}-database`,
    replicas: { ...entry.replicas },
    resources: resourcesOf(entry.resources),
    env: Object.fromEntries(given),
    volumes: Object.fromEntries(
      Object.entries(entry.volumes).map(([volume, { storage }]) => [volume, claim(volume, storage)]),
    ),
    egress: OUTSIDE.some((variable) => Object.hasOwn(entry.settings, variable)) ? [OUTSIDE_RULE] : [],
    ...placement,
  };
};

const claim = (volume: string, storage: string): Values => ({
  claim: `almanac-${volume}`,
  createClaim: true,
  storage,
  storageClass: '',
  accessModes: ['ReadWriteMany'],
});

/** Values whose members operators name themselves. */
const OPEN =
  /^(settings\.\w+|secrets|parts\.\w+\.(env|resources|nodeSelector)|(operator|backup)\.resources|(ingress|httpRoute)\.annotations|(serviceMonitor|prometheusRule|dashboards)\.labels|autoscaling\.behavior)$/;

/** Returns the JSON schema of the values: Helm refuses unknown names and values of another type. */
export const schemaOf = (value: Value, path = ''): Values => {
  if (Array.isArray(value)) return { type: 'array' };
  if (!isObject(value)) return { type: typeof value === 'number' ? 'integer' : typeof value };
  if (OPEN.test(path)) return { type: 'object' };
  return {
    type: 'object',
    properties: {
      // Helm adds it for charts that are part of another one
      ...(path === '' && { global: { type: 'object' } }),
      ...Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, schemaOf(member, path === '' ? name : `${path}.${name}`)]),
      ),
    },
    additionalProperties: false,
  };
};

/** Returns a secret for each service: its user may access only its own database. */
export const databaseSecrets = (all: readonly Part[]): string[] =>
  all.flatMap(({ name }) =>
    secret(`almanac-${name}-database`, [
      `MONGODB_URL: mongodb://almanac-${name}:<password>@mongodb-0.mongodb,mongodb-1.mongodb,mongodb-2.mongodb/?replicaSet=rs0&authSource=${databaseOf('almanac', name)}`,
    ]),
  );

/** Returns a secret for each service with keys of its own; no other service receives them. */
export const ownSecrets = (all: readonly Part[]): string[] =>
  all.flatMap(({ name, entry }) => {
    const keys = Object.entries(entry.settings).filter(([, value]) => value === null);
    if (keys.length === 0) return [];
    return secret(
      `almanac-${name}`,
      keys.map(([variable]) => `${variable}: ""`),
    );
  });

const secret = (name: string, members: readonly string[]): string[] => [
  '---',
  'apiVersion: v1',
  'kind: Secret',
  'metadata:',
  `  name: ${name}`,
  'stringData:',
  ...members.map((member) => `  ${member}`),
];
