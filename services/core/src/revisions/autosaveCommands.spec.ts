import { given } from '@almanac/event-sourcing/testing';
import { post } from '../posts/post.ts';
import type { AutosaveEvent } from './autosave.ts';
import { autosaveDecider } from './autosaveCommands.ts';

const clocks = { now: Date.parse('2026-05-01T12:00:00Z'), zone: 'America/New_York' };
const dates = { date: '2026-05-01 08:00:00', dateUtc: '2026-05-01 12:00:00' };
const facts = { clocks, post: { ...post.initialState, id: 7, title: 'Pier', content: 'Open  all\nday' } };
const texts = { title: 'Quay', content: '', excerpt: '', footnotes: '' };
const created: AutosaveEvent = { type: 'AutosaveCreated', data: { ...texts, id: 9, post: 7, author: 3, ...dates } };
const deleted: AutosaveEvent = { type: 'AutosaveDeleted', data: {} };
const save = (sent: Partial<typeof texts>) => ({ type: 'Save', author: 3, id: 9, texts: sent }) as const;

describe('the decisions on an autosave', () => {
  it.each([
    ['not there', []],
    ['gone', [created, deleted]],
  ])('create one that is %s, even if it equals the post', (_what, events) => {
    given(autosaveDecider, events)
      .when(save({ title: 'Quay' }), facts)
      .then([created]);
    given(autosaveDecider, events)
      .when(save({ title: 'Pier' }), facts)
      .then([{ type: 'AutosaveCreated', data: { ...created.data, title: 'Pier' } as typeof created.data }]);
  });

  it.each([
    ['what is another', { title: 'Quay', content: 'Closed' }, { content: 'Closed' }],
    [
      'one text back to the post’s beside another',
      { title: 'Pier', content: 'Closed' },
      { title: 'Pier', content: 'Closed' },
    ],
    ['nothing where it says so already', { title: 'Quay' }, undefined],
    ['nothing where the post says so', { title: 'Pier' }, undefined],
    ['nothing where the post says so apart from white space', { content: ' Open all day ' }, undefined],
    ['nothing where nothing is sent', {}, undefined],
  ])('change %s', (_what, sent, expected) => {
    given(autosaveDecider, [created])
      .when(save(sent), facts)
      .then(expected === undefined ? [] : [{ type: 'AutosaveChanged', data: { ...expected, ...dates } }]);
  });

  it('delete it once', () => {
    given(autosaveDecider, [created]).when({ type: 'Delete' }, undefined).then([deleted]);
    given(autosaveDecider, [created, deleted]).when({ type: 'Delete' }, undefined).then([]);
    given(autosaveDecider).when({ type: 'Delete' }, undefined).then([]);
  });
});
