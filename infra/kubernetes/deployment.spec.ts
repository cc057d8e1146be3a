import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewayVariables } from '@almanac/gateway/settings';
import { databaseOf, PARTITIONS, PORT, serviceEntry, serviceNames } from '@almanac/manifest';
import { newKey } from '@almanac/secrets';
import { readSite } from '@almanac/service';
import { serviceVariables } from '@almanac/service/settings';
import { parse, parseAllDocuments } from 'yaml';
import { commands } from '../operators/commands.ts';

const infra = fileURLToPath(new URL('..', import.meta.url));
const PARTS = [...serviceNames, 'gateway'] as const;

/** The variables with keys of outside services, of all services. */
const KEYS = serviceNames.flatMap((name) => {
  const { settings } = serviceEntry(name);
  return Object.keys(settings).filter((variable) => settings[variable] === null);
});

/** The key with which a service signs; the gateway has all of its secret. */
const SIGNING_KEY = 'SIGNING_KEY';

type Part = (typeof PARTS)[number];
type Variables = Readonly<Record<string, string>>;
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: manifests are as deep as Kubernetes makes them
  readonly spec: any;
  readonly data?: Variables;
  readonly stringData?: Variables;
}

interface Source {
  readonly configMapRef?: { readonly name: string };
  readonly secretRef?: { readonly name: string };
}
interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface Volume {
  readonly configMap?: { readonly name: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

interface Generator {
  readonly name: string;
  readonly literals: readonly string[];
}

/** Returns the configuration that kustomize generates: the base's, with the values that the example merges. */
const configurations = (): Manifest[] => {
  const data = new Map<string, Record<string, string>>();
  for (const folder of ['base', 'example']) {
    const file = `${infra}kubernetes/${folder}/kustomization.yaml`;
    const generators: readonly Generator[] = parse(readFileSync(file, 'utf8')).configMapGenerator;
    for (const { name, literals } of generators) {
      const given = literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.replace(/^[^=]*=/, '')]);
      data.set(name, { ...data.get(name), ...Object.fromEntries(given) });
    }
  }
  return Array.from(data, ([name, given]) => ({ kind: 'ConfigMap', metadata: { name }, spec: {}, data: given }));
};

const manifests: Manifest[] = [
  ...globSync(`${infra}kubernetes/{base,example}/*.yaml`)
    .filter((file) => basename(file) !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(file, 'utf8'), { strict: true }).map((document) => {
        expect([file, document.errors]).toEqual([file, []]);
        return document.toJS() as Manifest;
      }),
    ),
  ...configurations(),
];

const manifest = (kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};

/** Fills the angle brackets of the templates. */
const filled = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/<[^>]*>/g, name === 'SECRETS_KEY' ? newKey() : 'x'.repeat(32)),
    ]),
  );

/** Returns the environment variables of a part's process in Kubernetes. */
const environmentOf = (part: Part): Variables => {
  const [container] = manifest('Deployment', part).spec.template.spec.containers;
  const sources = container.envFrom as Source[];
  const own = (container.env ?? []) as Variable[];
  return Object.assign(
    // the example has no keys of processes, which are optional
    Object.fromEntries(
      own.filter(({ name }) => name !== SIGNING_KEY).map(({ name, value = 'a secret' }) => [name, value]),
    ),
    ...sources.map(({ configMapRef, secretRef }) =>
      configMapRef === undefined
        ? manifest('Secret', secretRef?.name ?? '').stringData
        : manifest('ConfigMap', configMapRef.name).data,
    ),
  );
};

const schemaOf = (part: Part) => (part === 'gateway' ? gatewayVariables : serviceVariables);

const expectUsable = (part: Part, given: Variables): void => {
  const schema = schemaOf(part);
  const known = [...Object.keys(schema.shape), ...(part === 'gateway' ? [] : Object.keys(serviceEntry(part).settings))];
  expect(Object.keys(given).filter((name) => !known.includes(name))).toEqual([]);
  const { error, data } = schema.safeParse(filled(given));
  expect(error?.issues ?? []).toEqual([]);
  expect([...(data?.SERVICE_ADDRESSES.keys() ?? [])]).toEqual(serviceNames);
  expect(data?.TOPIC_PARTITIONS).toBe(PARTITIONS);
};

const startsOfImages = (): string[] =>
  [...readFileSync(`${infra}docker/Dockerfile`, 'utf8').matchAll(/^CMD (?<command>.+)$/gm)].map(({ groups }) =>
    (JSON.parse(groups?.command ?? '[]') as string[]).join(' '),
  );

describe('the images', () => {
  it('limit the heap to 60 % of the memory of their container', () => {
    const option = '--max-old-space-size-percentage=60';
    expect(startsOfImages()).toEqual([
      `node ${option} infra/all-in-one/main.mjs`,
      `/bin/sh -c exec node ${option} \${PART}/src/main.ts`,
    ]);
    const { stdout } = spawnSync(process.execPath, [option, '-p', 'v8.getHeapStatistics().heap_size_limit']);
    const memory = process.constrainedMemory() || totalmem();
    expect(Number(stdout) / Math.min(memory, totalmem())).toBeCloseTo(0.6, 1);
  });
});

describe.each(PARTS)('%s in Kubernetes', (part) => {
  it('gets the environment variables that it reads, and no others', () => expectUsable(part, environmentOf(part)));

  it('does not start while placeholders of its configuration are unfilled', () => {
    const given = environmentOf(part);
    const unfilled = Object.keys(given).filter((name) => /<[^>]*>/.test(given[name] ?? ''));
    const refused = schemaOf(part)
      .safeParse(given)
      .error?.issues.map(({ path }) => path.join('.'));
    expect(unfilled).toContain('PRINCIPAL_SECRET');
    expect(refused?.sort()).toEqual(unfilled.sort());
  });

  it('has time to end, and at least two replicas, whose number only the autoscaler sets', () => {
    const { strategy, template, ...spec } = manifest('Deployment', part).spec;
    expect(spec).not.toHaveProperty('replicas');
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0);
    const drain = Number(environmentOf(part).DRAIN_MS) / 1_000;
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 20);
    expect(drain).toBeGreaterThan(template.spec.containers[0].readinessProbe.periodSeconds);
    expect(manifest('PodDisruptionBudget', part).spec.maxUnavailable).toBe(1);
    const { minReplicas, behavior } = manifest('HorizontalPodAutoscaler', part).spec;
    expect(minReplicas).toBe(2);
    // longer than a start, which takes processor time
    expect(behavior.scaleUp.stabilizationWindowSeconds).toBeGreaterThanOrEqual(60);
  });

  it('has probes that outlast a stall of the store of 20 s, and of its own process', () => {
    const [{ startupProbe, livenessProbe, readinessProbe }] = manifest('Deployment', part).spec.template.spec
      .containers;
    const seconds = ({ periodSeconds, failureThreshold }: { periodSeconds: number; failureThreshold: number }) =>
      periodSeconds * (failureThreshold - 1);
    expect(seconds(readinessProbe)).toBeGreaterThanOrEqual(20);
    expect(seconds(livenessProbe)).toBeGreaterThanOrEqual(40);
    expect(seconds(startupProbe)).toBeGreaterThanOrEqual(240);
    // only /ready depends on the store
    expect([startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual(['/health', '/health']);
  });

  it('is spread over nodes and zones', () => {
    const { selector, template } = manifest('Deployment', part).spec;
    const constraints = template.spec.topologySpreadConstraints as { topologyKey: string; labelSelector: object }[];
    expect(constraints.map(({ topologyKey }) => topologyKey)).toEqual([
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
    ]);
    for (const { labelSelector } of constraints) expect(labelSelector).toEqual(selector);
  });

  it('limits its memory, and runs its image unchanged, which limits the heap', () => {
    const [container] = manifest('Deployment', part).spec.template.spec.containers;
    expect(container.resources.limits.memory).toMatch(/^\d+Mi$/);
    expect(['command', 'args'].filter((name) => name in container)).toEqual([]);
    expect(environmentOf(part)).not.toHaveProperty('NODE_OPTIONS');
  });

  it('has no unneeded rights: no root, no capabilities, no token of the cluster, nothing to write but /tmp', () => {
    const { automountServiceAccountToken, securityContext, containers, volumes } = manifest('Deployment', part).spec
      .template.spec;
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(containers).toHaveLength(1);
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(containers[0].volumeMounts).toContainEqual({ name: 'tmp', mountPath: '/tmp' });
    expect(volumes).toContainEqual({ name: 'tmp', emptyDir: {} });
  });

  it('has a database user of its own, and is reached by parts of the site alone', () => {
    if (part === 'gateway') return expect(environmentOf(part)).not.toHaveProperty('MONGODB_URL');
    const { username, searchParams } = new URL(String(environmentOf(part).MONGODB_URL).replace(/@[^/]*/, '@host'));
    expect([username, searchParams.get('authSource')]).toEqual([`almanac-${part}`, databaseOf('almanac', part)]);
    const { podSelector, policyTypes, ingress } = manifest('NetworkPolicy', part).spec;
    const { selector, template } = manifest('Deployment', part).spec;
    expect([podSelector, policyTypes]).toEqual([selector, ['Ingress', 'Egress']]);
    const [{ from, ports }, ...others] = ingress;
    expect([others, ports]).toEqual([[], [{ port: 'http', protocol: 'TCP' }]]);
    expect(template.metadata.labels).toMatchObject(from[0].podSelector.matchLabels);
    expect(manifest('Deployment', 'gateway').spec.template.metadata.labels).toMatchObject(
      from[0].podSelector.matchLabels,
    );
    return expect(from[1]).toEqual({ namespaceSelector: { matchLabels: { 'almanac/metrics': 'allowed' } } });
  });

  it('reaches names, the site and the brokers, and only services the store', () => {
    const { policyTypes, egress } = manifest('NetworkPolicy', part).spec;
    expect(policyTypes).toContain('Egress');
    const ports = (egress as { ports: { port: number }[] }[]).flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual(expect.arrayContaining([53, PORT, 9092]));
    expect(ports.includes(27017)).toBe(part !== 'gateway');
    // parts with a setting for outside addresses reach them; redirection, for one, has none
    const own = part === 'gateway' ? [] : Object.keys(serviceEntry(part).settings);
    expect(ports.includes(443)).toBe(own.some((name) => name === 'PRIVATE_TARGETS' || name.endsWith('_URL')));
  });

  it('gets its own key and those of its outside services, each from its own secret, and no others', () => {
    const settings = part === 'gateway' ? {} : serviceEntry(part).settings;
    const keys = Object.keys(settings).filter((name) => settings[name] === null);
    const [container] = manifest('Deployment', part).spec.template.spec.containers;
    const variables = (container.env ?? []) as Variable[];
    const given = variables.flatMap(({ name, valueFrom }) =>
      valueFrom === undefined ? [] : [[name, valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key]],
    );
    const own = part === 'gateway' ? [] : [...keys, SIGNING_KEY];
    expect(given).toEqual(own.map((name) => [name, `almanac-${part}`, name]));
    if (keys.length > 0) expect(Object.keys(manifest('Secret', `almanac-${part}`).stringData ?? {})).toEqual(keys);
    const shared = (container.envFrom as Source[]).flatMap(({ configMapRef, secretRef }) =>
      configMapRef === undefined
        ? Object.keys(manifest('Secret', secretRef?.name ?? '').stringData ?? {})
        : Object.keys(manifest('ConfigMap', configMapRef.name).data ?? {}),
    );
    expect(shared.filter((name) => KEYS.includes(name))).toEqual([]);
  });

  it('is found by the name that the addresses use', () => {
    const [port] = manifest('Service', part).spec.ports;
    expect(port.port).toBe(Number(environmentOf(part).PORT));
    expect(manifest('Service', part).spec.selector).toEqual(manifest('Deployment', part).spec.selector.matchLabels);
  });
});

describe('the manifests', () => {
  const byKind = (kind: string) => manifests.filter((each) => each.kind === kind);
  const named = (kind: string, name: string): string[] =>
    manifests.some((each) => each.kind === kind && each.metadata.name === name) ? [] : [`no ${kind} ${name}`];

  it('name each thing once', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(byKind('Deployment').map((each) => [each.metadata.name, each] as const))(
    'give %s existing volumes, configuration and ports',
    (_name, { spec }) => {
      const { containers, volumes } = spec.template.spec;
      const [{ ports, volumeMounts, envFrom, ...container }] = containers;
      const fromVolumes = (volumes as Volume[]).flatMap(({ configMap, persistentVolumeClaim: claim }) => [
        ...(configMap === undefined ? [] : named('ConfigMap', configMap.name)),
        ...(claim === undefined ? [] : named('PersistentVolumeClaim', claim.claimName)),
      ]);
      const sources = (envFrom as Source[]).flatMap(({ configMapRef, secretRef }) => [
        ...(configMapRef === undefined ? [] : named('ConfigMap', configMapRef.name)),
        ...(secretRef === undefined ? [] : named('Secret', secretRef.name)),
      ]);
      expect([...fromVolumes, ...sources]).toEqual([]);
      const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
      expect(names(volumeMounts)).toEqual(names(volumes));
      const asked = [container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap(
        ({ httpGet }) => httpGet?.port ?? [],
      );
      expect(asked.filter((port) => !names(ports).includes(port))).toEqual([]);
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    },
  );

  it('lead to every host over TLS', () => {
    const { tls, rules } = manifest('Ingress', 'almanac').spec;
    expect(rules.map(({ host }: { host: string }) => host)).toEqual(
      tls.flatMap(({ hosts }: { hosts: string[] }) => hosts),
    );
    expect(tls.every(({ secretName }: { secretName: string }) => secretName !== '')).toBe(true);
  });

  it('scale, protect and publish existing parts, by the names of their ports', () => {
    const scaled = byKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef);
    expect(scaled.flatMap(({ kind, name }) => named(kind, name))).toEqual([]);
    for (const { metadata, spec } of byKind('PodDisruptionBudget'))
      expect(spec.selector).toEqual(manifest('Deployment', metadata.name).spec.selector);
    for (const { metadata, spec } of byKind('Service')) {
      const [container] = manifest('Deployment', metadata.name).spec.template.spec.containers;
      expect(container.ports.map(({ name }: { name: string }) => name)).toContain(spec.ports[0].targetPort);
    }
    const [{ backend }] = manifest('Ingress', 'almanac').spec.rules[0].http.paths;
    const [port] = manifest('Service', backend.service.name).spec.ports;
    expect(port.name).toBe(backend.service.port.name);
  });
});

describe('the jobs of operators', () => {
  interface Pod {
    readonly containers: readonly {
      readonly command: readonly string[];
      readonly envFrom: readonly Source[];
      readonly securityContext: object;
    }[];
  }
  const pods = new Map<string, Pod>(
    manifests.flatMap(({ kind, metadata, spec }): [string, Pod][] => {
      if (kind === 'Job') return [[metadata.name, spec.template.spec]];
      return kind === 'CronJob' ? [[metadata.name, spec.jobTemplate.spec.template.spec]] : [];
    }),
  );

  it('make the topics with three replicas, create indexes, verify the logs and copy the databases', () => {
    const commands = Array.from(pods, ([name, { containers }]) => [name, containers[0]?.command.slice(3).join(' ')]);
    expect(commands).toEqual([
      ['almanac-topics', 'ops topics 3'],
      ['almanac-indexes', 'ops indexes'],
      ['almanac-verify', 'ops verify'],
      ['almanac-backup', ''],
    ]);
  });

  it('call existing commands', () => {
    const called = Array.from(pods.values(), ({ containers }) => containers[0]?.command[4] ?? '').filter(Boolean);
    expect(called.filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
  });

  it('copy subscribers before their sources', () => {
    const script = pods.get('almanac-backup')?.containers[0]?.command.at(-1);
    expect(script).toContain(`for service in ${serviceNames.toReversed().join(' ')};`);
  });

  it.each([...pods.keys()])('give %s no unneeded rights, and existing configuration', (name) => {
    const { containers } = pods.get(name) as Pod;
    expect(containers[0]?.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    for (const { configMapRef, secretRef } of containers[0]?.envFrom ?? []) {
      if (configMapRef !== undefined) expect(() => manifest('ConfigMap', configMapRef.name)).not.toThrow();
      if (secretRef !== undefined) expect(() => manifest('Secret', secretRef.name)).not.toThrow();
    }
  });
});

describe('the site of docker compose', () => {
  it('has an example of its environment, and a first description', () => {
    const example = readFileSync(`${infra}docker/.env.example`, 'utf8');
    const taken = readFileSync(`${infra}docker/compose.yaml`, 'utf8');
    const names = Array.from(example.matchAll(/^([A-Z_]+)=/gm), ([, name]) => name);
    expect(names.filter((name) => !taken.includes(`\${${name}:`))).toEqual([]);
    expect(names).toContain('PRINCIPAL_SECRET');
    expect(() => readSite(JSON.parse(readFileSync(`${infra}docker/site.json`, 'utf8')))).not.toThrow();
  });

  const { services } = parse(readFileSync(`${infra}docker/compose.yaml`, 'utf8'), { merge: true });

  it.each(PARTS)('gives %s no unneeded rights', (part) => {
    expect(services[part]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each(PARTS)('gives %s the variables that it reads, and no others', (part) => {
    const given = services[part].environment as Variables;
    const secret = {
      PRINCIPAL_SECRET: 'x'.repeat(32),
      PRINCIPAL_NEXT_SECRET: 'z'.repeat(32),
      PRINCIPAL_OLD_SECRET: 'y'.repeat(32),
      ...(given.SECRETS_KEY && { SECRETS_KEY: newKey() }),
      ...(given.PUBLIC_URL && { PUBLIC_URL: 'http://localhost' }),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    };
    expect(given.OTEL_EXPORTER_OTLP_ENDPOINT).toContain(':-');
    expectUsable(part, { ...given, ...secret });
    expect(services[part].build.args.PART).toBe(part === 'gateway' ? 'gateway' : `services/${part}`);
  });
});
