/** `node e2e/first-minutes/main.ts`: shows what a newcomer sees who takes a wrong turn at each step. */
import { playFirstMinutes } from './play.ts';

await playFirstMinutes((text) => process.stdout.write(text));
