import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../pythonEnvironment.ts';

const program = fileURLToPath(new URL('occurrences.py', import.meta.url));

/** Start, end and title of an occurrence; times as instants, days as dates. */
export type ReadOccurrence = readonly [start: string, end: string, title: string];

/** Returns the occurrences of calendars as recurring-ical-events reads them; undefined if it cannot be installed. */
export const independentOccurrences = async (
  calendars: readonly string[],
): Promise<(readonly ReadOccurrence[])[] | undefined> => {
  const environment = await pythonEnvironment({
    name: 'recurring-ical-events',
    version: '3.8.2',
    program: 'icalendar',
    home: process.env.ICALENDAR_HOME,
  });
  if ('reason' in environment) {
    console.warn(`Not compared: ${environment.reason}`);
    return undefined;
  }
  const { stdout, stderr } = spawnSync(join(environment.programs, 'python3'), [program], {
    input: calendars.map((text) => JSON.stringify(text)).join('\n'),
    maxBuffer: 2 ** 28,
  });
  expect(String(stderr)).toBe('');
  const read = String(stdout).trim().split('\n');
  expect(read).toHaveLength(calendars.length);
  return read.map((line) => JSON.parse(line) as ReadOccurrence[]);
};
