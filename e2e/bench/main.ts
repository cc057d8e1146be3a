import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAppendToLog } from './appendToLog.ts';
import { benchEvents } from './events.ts';
import { benchNativeReads } from './nativeReads.ts';
import { benchPosts } from './posts.ts';
import { benchRebuild } from './rebuild.ts';
import { benchRelay } from './relay.ts';
import { benchReplicas } from './replicas.ts';
import { reported } from './report.ts';
import { benchStart } from './start.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'));

const benches: Readonly<Record<string, () => Promise<void>>> = {
  append: benchAppendToLog,
  start: benchStart,
  events: () => benchEvents(join(folder, 'events')),
  rebuild: () => benchRebuild(join(folder, 'events')),
  posts: () => benchPosts(join(folder, 'posts')),
  relay: benchRelay,
  replicas: benchReplicas,
  native: benchNativeReads,
};

/** `npm run bench [-- append events …]`: each figure beside a limit or a peer measured in the same run. */
const wanted = process.argv.slice(2);
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const missed = reported().filter((row) => row.reached === false);
console.log(`\n${reported().length} figures, ${missed.length} below their goal`);
