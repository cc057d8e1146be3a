import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { XliffVersion } from '@almanac/xliff';
import { keptTools, pythonEnvironment } from '../pythonEnvironment.ts';

const execute = promisify(execFile);

/** Version of Okapi's libraries, which contain the OASIS schemas; for XLIFF 1.2 the strict one. */
const OKAPI = '1.45.0';
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
const SCHEMAS: Readonly<Record<XliffVersion, readonly [library: string, schema: string]>> = {
  '1.2': ['okapi-lib-verification', 'net/sf/okapi/lib/verification/xliff-core-1.2-strict.xsd'],
  '2.0': ['okapi-lib-xliff2', 'net/sf/okapi/lib/xliff2/xliff_core_2.0.xsd'],
};

export interface Tools {
  readonly python: string;
  /** Paths of the schema files. */
  readonly schemas: Readonly<Record<XliffVersion, string>>;
}

/** Returns the path of the schema of a version; Maven fetches it the first time. */
const schemaOf = async (version: XliffVersion): Promise<string> => {
  const [library, schema] = SCHEMAS[version];
  const folder = join(keptTools, `${library}-${OKAPI}`);
  const file = join(folder, schema);
  if (existsSync(file)) return file;
  const artifact = `-Dartifact=net.sf.okapi.lib:${library}:${OKAPI}`;
  const only = ['-Dmdep.unpack.includes=**/*.xsd', `-DoutputDirectory=${folder}`];
  await execute('mvn', ['-q', '-B', UNPACK, artifact, ...only], { cwd: tmpdir(), timeout: 300_000 });
  return file;
};

/** Returns Python with translate-toolkit and the OASIS schemas, or the reason why they are missing. */
export const independentTools = async (): Promise<Tools | { readonly reason: string }> => {
  const environment = await pythonEnvironment({
    name: 'translate-toolkit',
    version: '3.20.4',
    program: 'po2xliff',
    home: process.env.TRANSLATE_TOOLKIT_HOME,
  });
  if ('reason' in environment) return environment;
  try {
    const schemas = { '1.2': await schemaOf('1.2'), '2.0': await schemaOf('2.0') };
    return { python: join(environment.programs, 'python'), schemas };
  } catch (error) {
    return { reason: `Maven cannot fetch the schemas: ${String(error).slice(0, 200)}` };
  }
};

/** A file, and the translations of its units in order. */
export interface SentFile {
  readonly version: XliffVersion;
  readonly content: string | Buffer;
  readonly targets: readonly string[];
}

/** Result of the tools for a file. */
export interface ReturnedFile {
  /** Violations of the schema. */
  readonly faults: readonly string[];
  /** Source texts that translate-toolkit read. */
  readonly sources: readonly string[];
  readonly content: Buffer;
}

const script = fileURLToPath(new URL('throughTools.py', import.meta.url));

/** Validates files against their schemas; translate-toolkit then reads, fills and writes them. */
export const throughTools = ({ python, schemas }: Tools, sent: readonly SentFile[]): ReturnedFile[] => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-xliff-'));
  try {
    const files = sent.map(({ version, content, targets }, index) => {
      const path = join(folder, `${index}.xlf`);
      writeFileSync(path, content);
      return { path, version, targets };
    });
    const input = JSON.stringify({ schemas, files });
    const printed = execFileSync(python, [script], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    const made = JSON.parse(printed) as Omit<ReturnedFile, 'content'>[];
    return made.map((file, index) => ({ ...file, content: readFileSync(join(folder, `${index}.xlf`)) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
