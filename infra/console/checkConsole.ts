import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeSdk } from '../sdk/writeSdk.ts';
import { ensureConsole, repository } from './consoleBuild.mjs';

/** Checks the console's types against the interface of this code (`npm run check:console`). */
const folder = join(repository, 'services/console');
if (await ensureConsole()) {
  await writeSdk({ out: join(folder, 'client') }, () => undefined);
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '--noEmit'], { cwd: folder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  process.exitCode = 1;
}
