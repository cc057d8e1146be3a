import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '@almanac/service';
import type { Say } from '../commands/output.ts';
import { ensureInstalled } from '../scripts/installation.mjs';
import { type InterfaceDocument, readDocument, withInterface, withoutExamples } from './interfaceDocument.ts';
import { withTypedOperations } from './typedOperations.ts';

export interface SdkOptions {
  /** Any address of a running site; without one, the interface of this code is used. */
  readonly site?: string;
  /** One namespace instead of the whole interface. */
  readonly namespace?: string;
  readonly out: string;
}

const NAME = 'almanac-client';

/**
 * Creates the typed client and shows its folder.
 * @throws ConfigurationError if the folder contains something else
 */
export const writeSdk = async ({ site, namespace, out }: SdkOptions, say: Say): Promise<void> => {
  const folder = resolve(process.env.INIT_CWD ?? '.', out);
  checkFolder(folder, out);
  if (ensureInstalled('infra/sdk') !== 0) throw new ConfigurationError('The generator of the client is not installed.');
  const document = await withInterface(site, (root) => readDocument(root, namespace));
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-sdk-'));
  try {
    const types = typesOf(document, scratch);
    mkdirSync(folder, { recursive: true });
    cpSync(join(import.meta.dirname, 'client'), folder, { recursive: true });
    writeFileSync(join(folder, 'schema.d.ts'), types);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(document), null, 2)}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const operations = Object.values(document.paths).flatMap(Object.keys).length;
  say(`A client of ${operations} operations is in ${folder}; npm install ${folder} takes it into a project.`, {
    folder,
    operations,
  });
};

/** Checks that the folder is empty or contains an earlier client, so that no other files are overwritten. */
const checkFolder = (folder: string, named: string): void => {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  const file = join(folder, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === NAME) return;
  throw new ConfigurationError(`${named} holds something else than a client made before; name another with --out.`);
};

const versionOf = (name: string): string => {
  const file = readFileSync(join(import.meta.dirname, 'package.json'), 'utf8');
  return JSON.parse(file).devDependencies[name];
};

const packageOf = ({ info }: InterfaceDocument) => ({
  name: NAME,
  version: info.version,
  description: info.title,
  license: 'Apache-2.0',
  type: 'module',
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
  dependencies: { 'openapi-fetch': versionOf('openapi-fetch') },
});

const GENERATOR = join(import.meta.dirname, 'node_modules/openapi-typescript/bin/cli.js');

/**
 * Converts an OpenAPI document to TypeScript declarations; the generator uses the TypeScript of this folder.
 * @param folder the folder of its input and output
 */
const typesOf = (document: InterfaceDocument, folder: string): string => {
  const from = join(folder, 'interface.json');
  const to = join(folder, 'schema.d.ts');
  // examples would be most of the types' text, and the reference shows them
  writeFileSync(from, JSON.stringify(withoutExamples(withTypedOperations(document))));
  const { status, stderr, error } = spawnSync(process.execPath, [GENERATOR, from, '--output', to], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openapi-typescript ended with ${status}: ${error?.message ?? stderr}`);
  return readFileSync(to, 'utf8');
};
