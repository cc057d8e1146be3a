import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argsOf, schemasOf } from '@almanac/content-model';
import { eventKind } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { venueKind } from '../venues/venue.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The names that a text has between backticks. */
const namedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));

const interfaces = namedIn(read('docs/interface/calendar.md') + read('docs/interface/calendar-second-generation.md'));

/** The schema version of creating events that the first release stored. */
const FIRST_FORM = 2;

describe.each([eventKind, venueKind, organizerKind])('the fields of $plural', ({ fields }) => {
  it.each(['v1', 'calx'] as const)('are named in the documents of the interfaces (%s)', (key) => {
    const members = [...Object.keys(argsOf(fields, key)), ...Object.keys(schemasOf(fields, key))];
    expect(members.filter((name) => !interfaces.has(name))).toEqual([]);
  });

  it('are named in the changelog or a changeset if the first release did not have them', () => {
    const changesets = globSync('.changeset/*.md', { cwd: root });
    const changelog = namedIn(['services/calendar/CHANGELOG.md', ...changesets].map(read).join('\n'));
    const added = Object.values(fields).filter(({ since = 1 }) => since > FIRST_FORM);
    expect(added.filter(({ v1 }) => !changelog.has(v1?.name ?? '')).map(({ v1 }) => v1?.name)).toEqual([]);
  });
});
