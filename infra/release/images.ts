import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { folderOf, type PartName, packageOf, partNames } from './releasableParts.ts';
import { type PlannedRelease, run } from './versions.ts';

/** The folder of the files that name released images by digest. */
export const IMAGE_FOLDER = 'infra/kubernetes/images';

const SBOM = 'application/vnd.cyclonedx+json';

/** An image in a registry. */
export interface PushedImage {
  /** The part, or `site` for a whole site in one process. */
  readonly name: PartName | 'site';
  /** `registry.example/almanac/core` */
  readonly repository: string;
  /** Version and revision: `0.2.0-1a2b3c4d5e6f`. */
  readonly tag: string;
  readonly digest: string;
}

interface ImageSource {
  readonly name: PartName | 'site';
  readonly version: string;
  /** The workspace that the image holds, and its package. */
  readonly folder: string;
  readonly package: string;
}

/** Returns the images of a release: those of its parts, and the one of a whole site, with the gateway's version. */
const sourcesOf = (releases: readonly PlannedRelease[], gatewayVersion: string): ImageSource[] => [
  ...releases.map(({ part, version }) => ({ name: part, version, folder: folderOf(part), package: packageOf(part) })),
  { name: 'site', version: gatewayVersion, folder: 'infra/cli', package: '@almanac/cli' },
];

const packageAt = (root: string, folder: string): { readonly version: string; readonly description: string } =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/**
 * Builds and pushes the images of a release, and attaches their lists of packages.
 * @param revision the commit of the release, which the images are built from
 */
export const pushImages = async (
  root: string,
  releases: readonly PlannedRelease[],
  { registry, revision }: { readonly registry: string; readonly revision: string },
): Promise<PushedImage[]> => {
  const { digestOf, attach } = await import('./registry.mjs');
  const pushed: PushedImage[] = [];
  for (const source of sourcesOf(releases, packageAt(root, 'gateway').version)) {
    const repository = `${registry}/${source.name}`;
    const tag = `${source.version}-${revision.slice(0, 12)}`;
    await run(root, 'docker', [
      'build',
      ...buildArguments(root, source, revision),
      '--tag',
      `${repository}:${tag}`,
      '.',
    ]);
    await run(root, 'docker', ['push', `${repository}:${tag}`]);
    const digest = await digestOf(repository, tag);
    for (const content of await billsOf(root, source)) await attach(repository, digest, { mediaType: SBOM, content });
    pushed.push({ name: source.name, repository, tag, digest });
  }
  return pushed;
};

const buildArguments = (root: string, { name, version, folder }: ImageSource, revision: string): string[] => {
  const labels = {
    title: `almanac/${name}`,
    description: packageAt(root, folder).description,
    version,
    revision,
    licenses: 'Apache-2.0',
  };
  return [
    ...['--file', 'infra/docker/Dockerfile', ...(name === 'site' ? ['--target', 'site'] : [])],
    ...['--build-arg', `PART=${folder}`, '--build-arg', `REVISION=${revision}`],
    ...Object.entries(labels).flatMap(([label, value]) => ['--label', `org.opencontainers.image.${label}=${value}`]),
  ];
};

/** Returns the lists of the packages in an image (CycloneDX): those of its workspace, and those of the console. */
const billsOf = async (root: string, source: ImageSource): Promise<string[]> => [
  await workspaceBill(root, source),
  ...(source.name === 'gateway' || source.name === 'site' ? [await billAt(join(root, 'services/console'))] : []),
];

const billAt = (folder: string): Promise<string> =>
  run(folder, 'npm', ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']);

/** The image holds the pruned workspace; `npm sbom` of the whole repository does not end. */
const workspaceBill = async (root: string, source: ImageSource): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-sbom-'));
  try {
    await run(root, 'node_modules/.bin/turbo', ['prune', source.package, '--docker', '--out-dir', folder]);
    writeFileSync(join(folder, 'json/package-lock.json'), readFileSync(join(folder, 'package-lock.json')));
    return await billAt(join(folder, 'json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

interface ImageValues {
  readonly parts?: Readonly<Record<string, { readonly image: string }>>;
  readonly operator?: { readonly image: string };
}

interface Kustomization {
  readonly images: readonly { readonly name: string; readonly newName: string; readonly digest: string }[];
}

/** The names that the manifests have without a release: `almanac/core`, and `almanac` for a whole site. */
const manifestName = (name: PushedImage['name']): string => (name === 'site' ? 'almanac' : `almanac/${name}`);

/** Writes values of the chart and a component of kustomize that name the images by digest; other images stay. */
export const writeImages = (root: string, pushed: readonly PushedImage[]): void => {
  const folder = join(root, IMAGE_FOLDER);
  mkdirSync(folder, { recursive: true });
  const read = <Content>(file: string, missing: Content): Content =>
    existsSync(join(folder, file)) ? parse(readFileSync(join(folder, file), 'utf8')) : missing;
  const write = (file: string, head: string, content: object): void =>
    writeFileSync(
      join(folder, file),
      `# ${head} Written by \`npm run release\`.\n${stringify(content, { lineWidth: 0 })}`,
    );

  const values = read<ImageValues>('values.yaml', {});
  const images = new Map(pushed.map((image) => [image.name, `${image.repository}:${image.tag}@${image.digest}`]));
  const site = images.get('site');
  const parts = partNames.flatMap((name) => {
    const image = images.get(name) ?? values.parts?.[name]?.image;
    return image === undefined ? [] : [[name, { image }]];
  });
  write('values.yaml', 'The released images, for Helm.', {
    ...values,
    parts: Object.fromEntries(parts),
    ...(site !== undefined && { operator: { image: site } }),
  });

  const before = read<Kustomization>('kustomization.yaml', { images: [] }).images;
  const now = pushed.map(({ name, repository, digest }) => ({ name: manifestName(name), newName: repository, digest }));
  write('kustomization.yaml', 'The released images, for an overlay (`components`).', {
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    images: [...before.filter(({ name }) => !now.some((each) => each.name === name)), ...now],
  });
};
