import { progressLine } from '../commands/progressLine.ts';
import type { Surroundings } from './operatorCommand.ts';

/** The world of a command that was typed. */
export const surroundings: Surroundings = {
  environment: process.env,
  say: (line) => console.log(line),
  now: () => new Date(),
  progress: progressLine,
};
