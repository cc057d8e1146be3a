import { benchAppendToLog } from './appendToLog.ts';
import { reported } from './report.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  append: benchAppendToLog,
};

/** `npm run bench [-- append http …]`: each figure beside a limit or a peer measured in the same run. */
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
const missed = reported().filter((row) => row.reached === false);
console.log(`\n${reported().length} figures, ${missed.length} below their goal`);
