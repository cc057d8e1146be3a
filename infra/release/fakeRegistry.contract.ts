import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const sha256 = (content: Buffer): string => `sha256:${createHash('sha256').update(content).digest('hex')}`;

interface StoredManifest {
  readonly body: Buffer;
  readonly contentType: string;
}

/** A registry of images (OCI distribution 1.1, with referrers) in memory, without sign-in. */
export interface FakeRegistry {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** Returns the manifest of a tag or digest. */
  manifest(repository: string, reference: string): FakeManifest | undefined;
  /** Returns the files attached to an image. */
  attached(repository: string, digest: string): readonly { readonly mediaType: string; readonly content: string }[];
  close(): Promise<void>;
}

interface FakeManifest {
  readonly digest: string;
  readonly artifactType?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly subject?: { readonly digest: string };
  readonly layers?: readonly { readonly mediaType: string; readonly digest: string }[];
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray());

export const startFakeRegistry = async (): Promise<FakeRegistry> => {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, StoredManifest>();
  const parsed = ({ body }: StoredManifest): FakeManifest => ({ ...JSON.parse(body.toString()), digest: sha256(body) });
  const referrers = (repository: string, digest: string): FakeManifest[] =>
    [...manifests]
      .filter(([key]) => key.startsWith(`${repository}@sha256:`))
      .map(([, stored]) => parsed(stored))
      .filter(({ subject }) => subject?.digest === digest);

  const blob = async (request: IncomingMessage, response: ServerResponse, reference: string): Promise<void> => {
    if (request.method === 'POST') return void response.writeHead(202, { location: `${request.url}one` }).end();
    if (request.method !== 'PUT') return void response.writeHead(blobs.has(reference) ? 200 : 404).end();
    const body = await readBody(request);
    blobs.set(sha256(body), body);
    response.writeHead(201, { 'docker-content-digest': sha256(body) }).end();
  };
  const manifest = async (request: IncomingMessage, response: ServerResponse, [repository = '', reference = '']) => {
    if (request.method === 'PUT') {
      const stored = { body: await readBody(request), contentType: String(request.headers['content-type']) };
      const { digest, subject } = parsed(stored);
      manifests.set(`${repository}@${digest}`, stored);
      manifests.set(`${repository}@${reference}`, stored);
      const headers = { 'docker-content-digest': digest, ...(subject && { 'oci-subject': subject.digest }) };
      return void response.writeHead(201, headers).end();
    }
    const stored = manifests.get(`${repository}@${reference}`);
    if (stored === undefined) return void response.writeHead(404).end();
    const { body, contentType } = stored;
    const headers = {
      'content-type': contentType,
      'docker-content-digest': sha256(body),
      'content-length': body.length,
    };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
  };
  const server = createServer((request, response) => {
    const path = new URL(`http://registry${request.url}`).pathname;
    const [, repository = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(blobs|manifests|referrers)\/(?:uploads\/)?([^/]*)$/.exec(path) ?? [];
    if (kind === 'blobs') void blob(request, response, reference);
    else if (kind === 'manifests') void manifest(request, response, [repository, reference]);
    else if (kind === 'referrers') {
      const index = { schemaVersion: 2, manifests: referrers(repository, reference) };
      response.writeHead(200, { 'content-type': 'application/vnd.oci.image.index.v1+json' }).end(JSON.stringify(index));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    manifest: (repository, reference) => {
      const stored = manifests.get(`${repository}@${reference}`);
      return stored && parsed(stored);
    },
    attached: (repository, digest) =>
      referrers(repository, digest).flatMap(({ layers = [] }) =>
        layers.map(({ mediaType, digest }) => ({ mediaType, content: String(blobs.get(digest)) })),
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** A `docker` that builds nothing: it pushes a manifest with the labels of the build. */
const DOCKER = `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
const valuesOf = (option) => args.flatMap((each, place) => (each === option ? [args[place + 1]] : []));
const fileOf = (name) => process.env.FAKE_DOCKER + '/' + name.replaceAll(/[/:]/g, '_');
if (command === 'build') {
  const labels = Object.fromEntries(valuesOf('--label').map((label) => label.split(/=(.*)/s, 2)));
  const arguments_ = Object.fromEntries(valuesOf('--build-arg').map((each) => each.split(/=(.*)/s, 2)));
  const [name] = valuesOf('--tag');
  writeFileSync(fileOf(name), JSON.stringify({ schemaVersion: 2, labels, arguments: arguments_, target: valuesOf('--target') }));
} else {
  const [, host, repository, tag] = /^([^/]+)\\/(.+):([^:]+)$/.exec(args[0]);
  const answer = await fetch('http://' + host + '/v2/' + repository + '/manifests/' + tag, {
    method: 'PUT',
    headers: { 'content-type': 'application/vnd.oci.image.manifest.v1+json' },
    body: readFileSync(fileOf(args[0])),
  });
  if (!answer.ok) process.exit(1);
}
`;

/** Writes the `docker` into a folder for `PATH`; it keeps its images in `FAKE_DOCKER`. */
export const writeFakeDocker = (folder: string): void => {
  writeFileSync(join(folder, 'docker'), DOCKER);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  chmodSync(join(folder, 'docker'), 0o755);
};
