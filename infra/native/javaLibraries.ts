import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The folder of the servers' libraries. */
export const libraries = `${here}.cache/lib`;

/** The classes of this folder: the launcher of all servers, and the MongoDB stand-in. */
const SOURCES = ['EndWithStarter.java', 'MongoStandIn.java'];

/** Returns the class path of the servers; the first call fetches libraries with Maven (some 45 MB) and compiles. */
export const javaClassPath = (): string => {
  makeFolder(libraries, (folder) => {
    console.log('Fetching the broker and the MongoDB stand-in by Maven (once) …');
    const copy = `mvn -q -B dependency:copy-dependencies -DoutputDirectory='${folder}'`;
    const { status } = spawnSync(copy, { cwd: here, shell: true, stdio: 'inherit' });
    if (status !== 0) throw new Error('Maven could not fetch the servers; it needs Java 17 and Maven 3.8 or newer.');
  });
  const classes = `${here}.cache/classes-${hashOf(SOURCES)}`;
  makeFolder(classes, (folder) => {
    const compile = ['-cp', `${libraries}/*`, '-d', folder, ...SOURCES];
    const { status, stderr } = spawnSync('javac', compile, { cwd: here, encoding: 'utf8' });
    if (status !== 0)
      throw new Error(`The servers could not be compiled; that needs a JDK of Java 17. ${stderr ?? ''}`);
  });
  return `${classes}:${libraries}/*`;
};

const hashOf = (files: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(`${here}${file}`));
  return hash.digest('hex').slice(0, 16);
};

/** Fills a folder of this process and renames it, so that processes that start at once see whole folders only. */
const makeFolder = (folder: string, fill: (folder: string) => void): void => {
  if (existsSync(folder)) return;
  const filled = `${folder}.${process.pid}`;
  fill(filled);
  try {
    renameSync(filled, folder);
  } catch (error) {
    rmSync(filled, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
};
