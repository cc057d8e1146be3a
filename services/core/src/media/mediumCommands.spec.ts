import { defaultsOf } from '@almanac/content-model';
import { given } from '@almanac/event-sourcing/testing';
import type { MediumEvent, MediumFiles } from './medium.ts';
import { mediumDecider } from './mediumCommands.ts';
import { mediumFields } from './mediumFields.ts';

const files: MediumFiles = {
  mimeType: 'image/gif',
  file: { path: '2026/05/pier.gif', filesize: 9 },
  original: null,
  sizes: {},
  picture: null,
  source: null,
};
const facts = { clocks: { now: Date.parse('2026-05-01T12:00:00Z'), zone: 'America/New_York' }, slug: 'pier' };
const dates = { date: '2026-05-01 08:00:00', dateUtc: '2026-05-01 12:00:00' };
const modified = { modified: dates.date, modifiedUtc: dates.dateUtc };
const uploaded: MediumEvent = {
  type: 'MediumUploaded',
  data: {
    ...defaultsOf(mediumFields),
    status: 'inherit',
    ...files,
    ...dates,
    ...modified,
    id: 7,
    slug: 'pier',
    author: 3,
    title: 'Pier',
    parent: 4,
  },
};
const deleted: MediumEvent = { type: 'MediumDeleted', data: {} };

describe('a medium', () => {
  it('is uploaded with its defaults, dated by the clock of the site', () => {
    given(mediumDecider)
      .when({ type: 'Upload', id: 7, files, input: { author: 3, title: 'Pier', parent: 4 } }, facts)
      .then([uploaded]);
  });

  it('is changed in its differences, and dated at the requested moment', () => {
    given(mediumDecider, [uploaded])
      .when({ type: 'Change', input: { title: 'Pier', alt: 'A pier' } }, facts)
      .then([{ type: 'MediumChanged', data: { alt: 'A pier', ...modified } }]);
    given(mediumDecider, [uploaded])
      .when({ type: 'Change', input: { title: 'Pier' } }, facts)
      .then([]);
    const asked = { type: 'Change', input: { date: { instant: Date.parse('2026-06-01T12:00:00Z') } } } as const;
    given(mediumDecider, [uploaded])
      .when(asked as never, facts)
      .then([
        {
          type: 'MediumChanged',
          data: { date: '2026-06-01 08:00:00', dateUtc: '2026-06-01 12:00:00', ...modified },
        },
      ]);
  });

  it('refers to another record, or to none, if its referenced record is deleted', () => {
    given(mediumDecider, [uploaded])
      .when({ type: 'Redirect', member: 'parent', from: 4, to: 0 })
      .then([{ type: 'MediumReferencesChanged', data: { parent: 0 } }]);
    given(mediumDecider, [uploaded]).when({ type: 'Redirect', member: 'parent', from: 5, to: 0 }).then([]);
    given(mediumDecider, [uploaded, deleted]).when({ type: 'Redirect', member: 'parent', from: 4, to: 0 }).then([]);
  });

  it('is deleted once, and a missing one can be neither deleted nor changed', () => {
    given(mediumDecider, [uploaded]).when({ type: 'Delete' }).then([deleted]);
    given(mediumDecider, [uploaded, deleted]).when({ type: 'Delete' }).thenThrows('rest_post_invalid_id', 404);
    given(mediumDecider).when({ type: 'Change', input: {} }, facts).thenThrows('rest_post_invalid_id', 404);
  });
});
