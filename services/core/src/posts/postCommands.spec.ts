import { type ContentFacts, defaultsOf } from '@almanac/content-model';
import { given } from '@almanac/event-sourcing/testing';
import type { PostEvent, PostFields, StoredPostFields } from './post.ts';
import { postDecider } from './postCommands.ts';
import { storedFields } from './postFields.ts';

const facts: ContentFacts<PostFields> = {
  clocks: { now: Date.parse('2026-05-01T12:00:00Z'), zone: 'America/New_York' },
  defaultLanguage: 'en',
  slug: 'pier',
  membership: { language: 'en', group: null, languages: ['en'] },
};
const modified = { modified: '2026-05-01 08:00:00', modifiedUtc: '2026-05-01 12:00:00' };
const stored: StoredPostFields = {
  ...defaultsOf(storedFields),
  type: 'post',
  ancestors: [],
  author: 3,
  title: 'Pier',
  status: 'publish',
  slug: 'pier',
  path: '/pier/',
  guid: '/pier/',
  categories: [4],
  date: '2026-04-01 08:00:00',
  dateUtc: '2026-04-01 12:00:00',
  modified: '2026-04-01 08:00:00',
  modifiedUtc: '2026-04-01 12:00:00',
};
const created = (more: Partial<StoredPostFields> = {}): PostEvent => ({
  type: 'PostCreated',
  data: { ...stored, ...facts.membership, id: 7, ...more },
});
const draft = created({ status: 'draft', path: null, categories: [], dateUtc: null });

describe('a post', () => {
  it('is created with its defaults, and counts as changed when it was published', () => {
    given(postDecider)
      .when({ type: 'Create', id: 7, status: 'publish', fields: { author: 3, title: 'Pier', categories: [4] } }, facts)
      .then([created({ ...modified, date: modified.modified, dateUtc: modified.modifiedUtc })]);
  });

  it('has no password once it is private', () => {
    const fields = { author: 3, title: 'Pier', password: 'x' };
    given(postDecider)
      .when({ type: 'Create', id: 7, status: 'private', fields }, facts)
      .then([expect.objectContaining({ data: expect.objectContaining({ status: 'private', password: '' }) })]);
    given(postDecider, [created({ password: 'x' })])
      .when({ type: 'Change', status: 'private', fields: {} }, facts)
      .then([
        { type: 'PostChanged', data: { password: '', ...modified } },
        { type: 'PostStatusChanged', data: { status: 'private', ...modified } },
      ]);
  });

  it('gets the default category if it has none when it is published, by hand and by the clock', () => {
    given(postDecider, [draft])
      .when({ type: 'Change', status: 'publish', fields: {} }, facts)
      .then([
        { type: 'PostChanged', data: { categories: [1], ...modified } },
        expect.objectContaining({ type: 'PostPublished' }),
      ]);
    given(postDecider, [created({ status: 'future', path: null, categories: [] })])
      .when({ type: 'PublishDue' }, facts)
      .then([{ type: 'PostPublished', data: { categories: [1], path: '/pier/', ...modified } }]);
  });

  it('keeps its terms if the same are sent in another order', () => {
    const post = created({ categories: [4, 5], tags: [8, 9] });
    given(postDecider, [post])
      .when({ type: 'Change', fields: { categories: [5, 4], tags: [9, 8] } }, facts)
      .then([]);
    given(postDecider, [post])
      .when({ type: 'Change', fields: { categories: [5], tags: [9, 8] } }, facts)
      .then([{ type: 'PostChanged', data: { categories: [5], ...modified } }]);
  });

  it('merges sent members of meta with the stored ones, and null removes one', () => {
    given(postDecider, [created({ meta: { a: 1, b: 2 } })])
      .when({ type: 'Change', fields: { meta: { b: null, c: 3 } } }, facts)
      .then([{ type: 'PostChanged', data: { meta: { a: 1, c: 3 }, ...modified } }]);
  });

  it('loses a deleted term, and gets the default category if none is left', () => {
    const posts = created({ categories: [4], tags: [8, 9] });
    given(postDecider, [posts])
      .when({ type: 'DropTerm', member: 'tags', term: 8 }, undefined)
      .then([{ type: 'PostReferencesChanged', data: { tags: [9] } }]);
    given(postDecider, [posts])
      .when({ type: 'DropTerm', member: 'categories', term: 4 }, undefined)
      .then([{ type: 'PostReferencesChanged', data: { categories: [1] } }]);
    given(postDecider, [posts]).when({ type: 'DropTerm', member: 'tags', term: 4 }, undefined).then([]);
  });

  it('links a version of a term once in place of its other versions', () => {
    const replace = { type: 'ReplaceTerms', member: 'tags', terms: [8, 9], version: 5 } as const;
    given(postDecider, [created({ tags: [4, 8, 9, 5] })])
      .when(replace, undefined)
      .then([{ type: 'PostReferencesChanged', data: { tags: [4, 5] } }]);
    given(postDecider, [created({ tags: [4] })])
      .when(replace, undefined)
      .then([]);
  });

  it('loses its image or author only if they are the deleted ones', () => {
    const post = created({ image: 5 });
    given(postDecider, [post])
      .when({ type: 'DropImage', image: 5 }, undefined)
      .then([{ type: 'PostReferencesChanged', data: { image: 0 } }]);
    given(postDecider, [post]).when({ type: 'DropImage', image: 6 }, undefined).then([]);
    given(postDecider, [post])
      .when({ type: 'Reassign', from: 3, to: 2 }, undefined)
      .then([{ type: 'PostReferencesChanged', data: { author: 2 } }]);
    given(postDecider, [post]).when({ type: 'Reassign', from: 2, to: 3 }, undefined).then([]);
  });

  it('has revisions, and deletes an existing one', () => {
    const revised: PostEvent = { type: 'PostRevised', data: { revision: 12 } };
    given(postDecider, [created()]).when({ type: 'Revise', revision: 12 }, undefined).then([revised]);
    given(postDecider, [created(), revised])
      .when({ type: 'DeleteRevision', revision: 12 }, undefined)
      .then([{ type: 'PostRevisionDeleted', data: { revision: 12 } }]);
    given(postDecider, [created()]).when({ type: 'DeleteRevision', revision: 12 }, undefined).then([]);
  });

  it('does not exist before its creation', () => {
    given(postDecider).when({ type: 'Change', fields: {} }, facts).thenThrows('rest_post_invalid_id', 404);
    given(postDecider).when({ type: 'DropImage', image: 0 }, undefined).then([]);
  });
});
