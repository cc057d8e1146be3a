import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
/** The folder of the servers' libraries. */
export const libraries = `${here}.cache/lib`;

/** Returns the class path of the servers' libraries; the first call fetches them with Maven (some 45 MB). */
export const javaClassPath = (): string => {
  if (!existsSync(libraries)) fetchLibraries();
  return `${libraries}/*`;
};

/** Fetches into a folder of this process and renames it, so that processes that fetch at once see whole folders only. */
const fetchLibraries = (): void => {
  console.log('Fetching the broker and the MongoDB stand-in by Maven (once) …');
  const fetched = `${libraries}.${process.pid}`;
  const command = `mvn -q -B dependency:copy-dependencies -DoutputDirectory='${fetched}'`;
  const { status } = spawnSync(command, { cwd: here, shell: true, stdio: 'inherit' });
  if (status !== 0) throw new Error('Maven could not fetch the servers; it needs Java 17 and Maven 3.8 or newer.');
  try {
    renameSync(fetched, libraries);
  } catch (error) {
    rmSync(fetched, { recursive: true, force: true });
    if (!existsSync(libraries)) throw error;
  }
};

/** The path of the launcher of the MongoDB stand-in. */
export const mongoStandInSource = `${here}MongoStandIn.java`;
