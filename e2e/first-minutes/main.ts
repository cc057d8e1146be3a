/** `node e2e/first-minutes/main.ts`: shows the first minutes of a newcomer who makes a mistake at each step. */
import { playFirstMinutes } from './play.ts';

await playFirstMinutes((text) => process.stdout.write(text));
