import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { copyRepository } from '../copyRepository.ts';
import { lackingOasdiff } from './documentFaults.ts';
import { type FakeRegistry, startFakeRegistry, writeFakeDocker } from './fakeRegistry.contract.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = 'infra/release/node_modules';

const lacking = existsSync(join(root, PACKAGES, '@changesets/cli')) ? undefined : `${PACKAGES} is not installed`;
const named = lacking === undefined ? 'a release' : `a release, skipped: ${lacking}`;

interface PackageFile {
  readonly version: string;
}

(lacking === undefined ? describe : describe.skip)(named, () => {
  let folder: string;
  let docker: string;
  let registry: FakeRegistry;
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const versionOf = (part: string): string => (JSON.parse(read(`${part}/package.json`)) as PackageFile).version;
  const git = (...args: string[]): string => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout.trim();
  const changeset = (name: string, type: string, summary: string): void =>
    writeFileSync(join(folder, `.changeset/${name}.md`), `---\n"@almanac/${name}": ${type}\n---\n\n${summary}\n`);

  /** Runs a command of the copy while the registry answers. */
  const run = async (script: string, ...args: string[]) => {
    const path = [docker, dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH: path, FAKE_DOCKER: docker };
    const child = spawn(process.execPath, [`infra/release/${script}.ts`, ...args], { cwd: folder, env });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on('close', resolve)),
    ]);
    return { status, stdout, stderr };
  };

  /** Runs `can-deploy` with one file of the copy changed. */
  const canDeploy = async (path: string, content: string, part = 'core') => {
    const before = existsSync(join(folder, path)) ? read(path) : undefined;
    writeFileSync(join(folder, path), content);
    const result = await run('canDeploy', part);
    if (before === undefined) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), before);
    return result;
  };

  beforeAll(async () => {
    registry = await startFakeRegistry();
    docker = mkdtempSync(join(tmpdir(), 'almanac-docker-'));
    writeFakeDocker(docker);
    folder = copyRepository(root, (copy) => {
      for (const path of globSync(join(copy, '.changeset/*.md'))) rmSync(path);
      folder = copy;
      changeset('core', 'minor', '- Tags have colours.\n- Posts have none.');
      changeset('misc', 'patch', 'The feed resumes.');
      changeset('calendar', 'patch', 'Events end.');
    });
    for (const installed of [PACKAGES, 'infra/release/.tools'])
      symlinkSync(join(root, installed), join(folder, installed));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(docker, { recursive: true, force: true });
    await registry?.close();
  });

  it('is planned without a change by a dry run', async () => {
    const { status, stdout } = await run('release', '--dry-run', 'core');
    expect([status, stdout]).toEqual([0, 'core 0.1.0 → 0.2.0: tag @almanac/core@0.2.0\n']);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('is refused for a changed working tree, for an unknown part, and without changesets', async () => {
    writeFileSync(join(folder, 'note.txt'), 'not committed');
    expect(await run('release', 'core')).toMatchObject({ status: 1, stderr: expect.stringContaining('has changes') });
    rmSync(join(folder, 'note.txt'));
    expect(await run('release', 'cor')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no part of a site'),
    });
    expect(await run('release', 'gateway')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no changes of'),
    });
    expect(git('tag')).toBe('');
  });

  it('writes versions, change logs, tags and manifests of its parts, and leaves the others', async () => {
    expect(await run('canDeploy', 'core')).toMatchObject({ status: 0, stdout: expect.stringContaining('No part has') });
    const { status, stdout, stderr } = await run('release', 'core', 'misc', '--registry', `${registry.host}/almanac`);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('core 0.2.0: tag @almanac/core@0.2.0\nmisc 0.1.1: tag @almanac/misc@0.1.1\n');
    expect(['core', 'misc', 'calendar'].map((part) => versionOf(`services/${part}`))).toEqual([
      '0.2.0',
      '0.1.1',
      '0.1.0',
    ]);
    expect(read('services/core/CHANGELOG.md')).toContain(
      '\n## 0.2.0\n\n### Minor Changes\n\n- Tags have colours.\n- Posts have none.\n',
    );
    expect(read('services/misc/CHANGELOG.md')).toContain('\n## 0.1.1\n\n### Patch Changes\n\n- The feed resumes.\n');
    expect(globSync('.changeset/*.md', { cwd: folder })).toEqual(['.changeset/calendar.md']);
    expect(read('package-lock.json')).toMatch(/"services\/core": \{\s+"name": "@almanac\/core",\s+"version": "0.2.0"/);
    expect(read('infra/kubernetes/chart/values.yaml')).toContain('image: almanac/core:0.2.0');
    expect(git('tag').split('\n')).toEqual(['@almanac/core@0.2.0', '@almanac/misc@0.1.1']);
    expect(git('log', '--format=%s', '-2').split('\n')).toEqual([
      'Name the images of core 0.2.0, misc 0.1.1',
      'Release core 0.2.0, misc 0.1.1',
    ]);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('names images by version and revision, with labels, and manifests by digest', async () => {
    const revision = git('rev-parse', '@almanac/core@0.2.0^{commit}');
    const tag = `0.2.0-${revision.slice(0, 12)}`;
    const image = registry.manifest('almanac/core', tag);
    expect(image).toMatchObject({
      labels: {
        'org.opencontainers.image.title': 'almanac/core',
        'org.opencontainers.image.version': '0.2.0',
        'org.opencontainers.image.revision': revision,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
      arguments: { PART: 'services/core', REVISION: revision },
      target: [],
    });
    const site = registry.manifest('almanac/site', `${versionOf('gateway')}-${revision.slice(0, 12)}`);
    expect(site).toMatchObject({ arguments: { PART: 'infra/cli' }, target: ['site'] });
    const values = parse(read('infra/kubernetes/images/values.yaml'));
    expect(values).toMatchObject({
      parts: {
        core: { image: `${registry.host}/almanac/core:${tag}@${image?.digest}` },
        misc: { image: expect.stringMatching(/misc:0\.1\.1-[\da-f]{12}@sha256:[\da-f]{64}$/) },
      },
      operator: { image: expect.stringContaining(`@${site?.digest}`) },
    });
    expect(Object.keys(values.parts)).toEqual(['core', 'misc']);
    expect(parse(read('infra/kubernetes/images/kustomization.yaml'))).toMatchObject({
      kind: 'Component',
      images: expect.arrayContaining([
        { name: 'almanac/core', newName: `${registry.host}/almanac/core`, digest: image?.digest },
        { name: 'almanac', newName: `${registry.host}/almanac/site`, digest: site?.digest },
      ]),
    });
  });

  it('attaches the list of the packages in an image', () => {
    const revision = git('rev-parse', '@almanac/core@0.2.0^{commit}').slice(0, 12);
    const namesIn = (repository: string, version: string): string[][] =>
      registry
        .attached(repository, registry.manifest(repository, `${version}-${revision}`)?.digest ?? '')
        .map(({ mediaType, content }) => {
          expect(mediaType).toBe('application/vnd.cyclonedx+json');
          const { components }: { components: { name: string }[] } = JSON.parse(content);
          return components.map(({ name }) => name);
        });
    const [ofCore = [], ...more] = namesIn('almanac/core', '0.2.0');
    expect(more).toEqual([]);
    expect(ofCore).toEqual(expect.arrayContaining(['sharp', 'mongodb', 'event-sourcing']));
    expect(ofCore.filter((name) => ['jest', 'calendar', 'redoc'].includes(name))).toEqual([]);
    expect(namesIn('almanac/site', versionOf('gateway')).flat()).toEqual(
      expect.arrayContaining(['redoc', 'react-admin']),
    );
  });

  const oasdiff = lackingOasdiff();
  const byTag = oasdiff === undefined ? 'by its tag' : `by its tag, skipped: ${oasdiff}`;
  (oasdiff === undefined ? describe : describe.skip)(byTag, () => {
    const SCHEMA = 'libs/contracts/schemas/core.tag-changed.v1.json';
    const DOCUMENT = 'docs/interface/openapi/core-v2.json';
    const BESIDE = 'beside core 0.2.0, misc 0.1.1.';
    const without = (path: string, ...members: string[]): string => {
      const content = JSON.parse(read(path));
      const last = members.pop() ?? '';
      delete members.reduce((value, member) => value[member], content)[last];
      return JSON.stringify(content);
    };

    it('lets an unchanged part be deployed beside it', async () => {
      expect(await run('canDeploy', 'core')).toMatchObject({ status: 0, stdout: `core can be deployed ${BESIDE}\n` });
      expect(await run('canDeploy', 'core', '--against', 'misc=0.9.0')).toMatchObject({ status: 2 });
      expect(await run('canDeploy', 'core', '--against', 'misc')).toMatchObject({ status: 2 });
    });

    it('refuses a breaking change of an event, and an event that a subscriber does not know', async () => {
      expect(await canDeploy(SCHEMA, without(SCHEMA, 'properties', 'name'))).toMatchObject({
        status: 1,
        stdout: 'core.tag-changed.v1.name is gone (core 0.2.0, misc 0.1.1 rely on it)\n',
      });
      const painted = SCHEMA.replace('changed', 'painted');
      expect(await canDeploy(painted, read(SCHEMA))).toMatchObject({
        status: 1,
        stdout: 'misc 0.1.1 does not know core.tag-painted.v1: release misc first\n',
      });
      expect(await canDeploy(SCHEMA, without(SCHEMA, 'description'))).toMatchObject({ status: 0 });
    });

    it('refuses a breaking change of an internal request, by its answerer and by its sender', async () => {
      const session = 'libs/contracts/internal/core.read-editable-post.json';
      const { askedBy } = JSON.parse(read(session));
      expect(askedBy).toContain('misc');
      expect(await canDeploy(session, without(session, 'askedBy'))).toMatchObject({
        status: 1,
        stdout: expect.stringContaining(
          'core.read-editable-post is not asked by misc any more (misc 0.1.1 ask for it)',
        ),
      });
      const painting = 'libs/contracts/internal/misc.paint.json';
      expect(await canDeploy(painting, JSON.stringify({ askedBy: ['core'] }))).toMatchObject({
        status: 1,
        stdout: 'misc 0.1.1 does not answer misc.paint: release misc first\n',
      });
    });

    it('refuses a breaking change of a route', async () => {
      expect(await canDeploy(DOCUMENT, without(DOCUMENT, 'paths', '/core/v2/tags', 'post'))).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^POST \/core\/v2\/tags: .*removed/),
      });
      expect(await canDeploy(DOCUMENT, without(DOCUMENT, 'info', 'description'))).toMatchObject({ status: 0 });
    });
  });
});
