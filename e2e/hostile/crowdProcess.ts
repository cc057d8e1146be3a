import { startCrowd } from './crowd.ts';

/** A crowd in a process of its own, so that it takes no time from the measuring process: `node … PORT COUNT`. */
const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const crowd = startCrowd(port, count);
const telling = setInterval(() => {
  if (crowd.connected() < count) return;
  clearInterval(telling);
  process.send?.('connected');
}, 100);
