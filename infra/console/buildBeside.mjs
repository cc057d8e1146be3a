/**
 * Starts a build of the console that goes on while the site starts (`npm start`). The gateway shows its progress, so
 * nothing is printed. The build stays in the process group, so Ctrl-C ends both.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isConsoleCurrent } from './consoleBuild.mjs';

if (!isConsoleCurrent()) {
  const script = fileURLToPath(new URL('build.mjs', import.meta.url));
  spawn(process.execPath, [script], { stdio: 'ignore' }).unref();
}
