import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@almanac/manifest';
import { parseAllDocuments } from 'yaml';
import { describeWith, run, withFile } from './tools.contract.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const chart = join(here, 'chart');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: manifests are as deep as Kubernetes makes them
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

interface KeyVariable {
  readonly name: string;
  readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly optional: boolean } };
}

/** Returns the manifests of the chart. A helm that Go has built takes a cluster to be of an old version. */
const template = (helm: string, ...args: string[]): string =>
  run(helm, 'template', 'almanac', chart, '--kube-version', '1.37.0', ...args);

const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => (document.toJS() === null ? [] : [document.toJS() as Manifest]));

const EXAMPLES = globSync('examples/*.yaml', { cwd: chart })
  .map((file) => basename(file, '.yaml'))
  .sort();
const valuesOf = (example: string): string[] => ['--values', join(chart, 'examples', `${example}.yaml`)];

/** Custom resources: Kubernetes has no schema of them. */
const WITHOUT_SCHEMA = ['HTTPRoute', 'PrometheusRule', 'ServiceMonitor'];

describe('the examples', () => {
  it('are a trial, one machine, and several teams with managed services', () =>
    expect(EXAMPLES).toEqual(['managed', 'one-machine', 'trial']));
});

describeWith(['helm'], 'the chart', (helm) => {
  const rendered = (...args: string[]): Manifest[] => manifestsIn(template(helm, ...args));

  it.each([[], ...EXAMPLES.map(valuesOf)].map((args) => [args.at(-1)?.replace(chart, '') ?? 'the defaults', args]))(
    'passes helm lint with %s',
    (_what, args) => {
      expect(run(helm, 'lint', '--strict', chart, ...args)).toContain('0 chart(s) failed');
    },
  );

  it('equals the kustomization with its defaults', () => {
    const inOrder = (manifests: readonly Manifest[]) =>
      manifests.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
    const based = globSync('base/*.yaml', { cwd: here })
      .filter((file) => basename(file) !== 'kustomization.yaml')
      .flatMap((file) => manifestsIn(readFileSync(join(here, file), 'utf8')));
    const templates = rendered()
      .filter(({ kind }) => kind !== 'ConfigMap')
      // a Job cannot be changed, so each release has its own
      .map((each) => ({ ...each, metadata: { ...each.metadata, name: each.metadata.name.replace(/-1$/, '') } }));
    expect(inOrder(templates)).toEqual(inOrder(based));
  });

  it('has no number of replicas beside an autoscaler', () => {
    const deployments = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind === 'Deployment');
    expect(deployments(rendered()).filter(({ spec }) => 'replicas' in spec)).toEqual([]);
    const trial = rendered(...valuesOf('trial'));
    expect(deployments(trial).map(({ spec }) => spec.replicas)).toEqual(Array(6).fill(1));
    expect(trial.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toEqual([]);
  });

  it('claims no volume for media in a bucket', () => {
    const core = (manifests: readonly Manifest[]) =>
      manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'core')?.spec.template.spec;
    const claims = (manifests: readonly Manifest[]) =>
      manifests.flatMap(({ kind, metadata }) => (kind === 'PersistentVolumeClaim' ? [metadata.name] : []));
    const withBucket = rendered('--set', 'parts.core.env.MEDIA_BUCKET=riverside');
    expect([claims(rendered()).includes('almanac-media'), claims(withBucket).includes('almanac-media')]).toEqual([
      true,
      false,
    ]);
    expect(core(withBucket).volumes).toContainEqual({ name: 'media', emptyDir: {} });
    expect(core(withBucket).containers[0].volumeMounts).toContainEqual({ name: 'media', mountPath: '/media' });
  });

  it('reads the key of each service from the secret of that service, if it is there', () => {
    const keys = rendered().flatMap(({ kind, metadata, spec }) =>
      kind !== 'Deployment' || metadata.name === 'gateway'
        ? []
        : spec.template.spec.containers[0].env.flatMap(({ name, valueFrom }: KeyVariable) =>
            name === 'SIGNING_KEY'
              ? [[metadata.name, valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.optional]]
              : [],
          ),
    );
    expect(keys.sort()).toEqual([...serviceNames].sort().map((name) => [name, `almanac-${name}`, true]));
  });

  it('refuses a value that it does not have', () => {
    expect(() => rendered('--set', 'parts.core.replicaz=1')).toThrow('replicaz');
  });

  it('takes every value of the example for several teams', () => {
    const manifests = rendered(...valuesOf('managed'));
    const named = (kind: string, name: string) =>
      manifests.find((each) => each.kind === kind && each.metadata.name === name)?.spec;
    const { template } = named('Deployment', 'core');
    const [container] = template.spec.containers;
    expect(template.spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(container.image).toMatch(/^registry\.example\.org\/core-team\/core@sha256:/);
    expect(container.envFrom.at(-1)).toEqual({ secretRef: { name: 'calendar-core-database' } });
    expect(container.env.map(({ name }: { name: string }) => name)).toContain('KAFKA_PASSWORD');
    expect(container.volumeMounts.at(-1).mountPath).toBe('/etc/authorities');
    expect(named('PersistentVolumeClaim', 'media-of-the-site')).toBeUndefined();
    expect(named('HTTPRoute', 'almanac').parentRefs[0].name).toBe('public');
    expect(named('ServiceMonitor', 'core').endpoints[0].authorization.credentials.name).toBe('calendar-service');
    expect(named('ServiceMonitor', 'gateway').endpoints[0].authorization.credentials.name).toBe('calendar-gateway');
    const rules = named('PrometheusRule', 'almanac').groups[0].rules as { readonly alert: string }[];
    expect(rules.map(({ alert }) => alert)).toContain('AlmanacRelayStuck');
    const dashboards = manifests.find(({ metadata }) => metadata.name === 'almanac-dashboards');
    expect(Object.keys(dashboards?.data ?? {})).toEqual(['almanac-events.json', 'almanac-requests.json']);
    expect(named('HorizontalPodAutoscaler', 'calendar').maxReplicas).toBe(16);
    expect(named('CronJob', 'almanac-backup')).toBeUndefined();
  });
});

const documentsOf = (text: string): string[] => text.split(/^---$/m).filter((part) => /^kind:/m.test(part));

/** Validates all manifests whose kind has a schema; returns the other kinds. */
const validate = (tool: string, text: string): string[] => {
  const kindOf = (part: string): string => /^kind: (\w+)$/m.exec(part)?.[1] ?? '';
  const [known, custom] = [false, true].map((is) =>
    documentsOf(text).filter((part) => WITHOUT_SCHEMA.includes(kindOf(part)) === is),
  ) as [string[], string[]];
  expect(known.length).toBeGreaterThan(20);
  withFile(known.join('---\n'), (file) => run(tool, '--strict', '--quiet', file));
  return [...new Set(custom.map(kindOf))].sort();
};

describeWith(['kubernetes-validate'], 'the kustomization', (validator) => {
  const base = () =>
    globSync('{base,example}/*.yaml', { cwd: here })
      .filter((file) => basename(file) !== 'kustomization.yaml')
      .map((file) => readFileSync(join(here, file), 'utf8'))
      .join('---\n');

  it('fits the schemas of Kubernetes', () => expect(validate(validator, base())).toEqual([]));

  it('is refused with a member that Kubernetes does not have', () => {
    const wrong = base().replace('maxUnavailable: 1', 'mostUnavailable: 1');
    expect(() => validate(validator, wrong)).toThrow('mostUnavailable');
  });
});

describeWith(['kubectl'], 'the example of a kustomization', (kubectl) => {
  it('is built, with the values that it merges', () => {
    const manifests = manifestsIn(run(kubectl, 'kustomize', join(here, 'example')));
    expect(manifests.filter(({ kind }) => kind === 'Deployment')).toHaveLength(serviceNames.length + 1);
    expect(new Set(manifests.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['almanac']));
  });
});

describeWith(['helm', 'kubernetes-validate'], 'the manifests of the chart', (helm, validator) => {
  it.each([
    ['trial', []],
    ['one-machine', []],
    ['managed', WITHOUT_SCHEMA],
  ])('fit the schemas of Kubernetes with the values of %s', (example, others) => {
    expect(validate(validator, template(helm, ...valuesOf(example)))).toEqual(others);
  });
});

/** Rules of kube-score that the chart does not follow. */
const UNFOLLOWED = [
  // a version or a digest names one image for ever
  'container-image-pull-policy',
  // 1000 is the user of Node in the base image
  'container-security-context-user-group-id',
  // topologySpreadConstraints spread replicas, over zones too
  'deployment-has-host-podantiaffinity',
];

describeWith(['helm', 'kube-score'], 'the manifests of the chart for a real site', (helm, kubeScore) => {
  it.each([
    ['managed', []],
    // one replica of each part, on the only machine
    ['one-machine', ['deployment-replicas']],
  ])('follow the rules of kube-score with the values of %s', (example, more) => {
    const ignored = [...UNFOLLOWED, ...more].flatMap((rule) => ['--ignore-test', rule]);
    withFile(template(helm, ...valuesOf(example)), (file) =>
      // a limit of processor time would slow a part while its node has nothing else to do
      run(kubeScore, 'score', '--exit-one-on-warning', '--ignore-container-cpu-limit', ...ignored, file),
    );
  });

  it('break a rule without limits of memory', () => {
    const manifests = template(helm, ...valuesOf('managed')).replaceAll(/^ +memory: .*\n/gm, '');
    expect(() => withFile(manifests, (file) => run(kubeScore, 'score', '--ignore-container-cpu-limit', file))).toThrow(
      'Memory limit is not set',
    );
  });
});
