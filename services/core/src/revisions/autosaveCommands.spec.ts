import { given } from '@almanac/domain/testing';
import { blankPost, post } from '../posts/post.ts';
import { type AutosaveEvent, noTexts } from './autosave.ts';
import { autosaveDecider } from './autosaveCommands.ts';

const facts = {
  clocks: { now: Date.parse('2026-05-01T12:00:00Z'), zone: 'America/New_York' },
  post: { ...post.initialState, ...blankPost, id: 7, title: 'Pier', content: 'By the river' },
};
const dates = { date: '2026-05-01 08:00:00', dateUtc: '2026-05-01 12:00:00' };
const created: AutosaveEvent = {
  type: 'AutosaveCreated',
  data: { ...noTexts, title: 'Jetty', id: 9, post: 7, author: 3, ...dates },
};
const deleted: AutosaveEvent = { type: 'AutosaveDeleted', data: {} };
const save = (texts: object) => ({ type: 'Save', author: 3, id: 9, texts }) as const;

describe('an autosave', () => {
  it('is made with what was sent, what was not being empty', () => {
    given(autosaveDecider)
      .when(save({ title: 'Jetty' }), facts)
      .then([created]);
  });

  it('is overwritten by what is new to it', () => {
    given(autosaveDecider, [created])
      .when(save({ title: 'Jetty', content: 'On the lake' }), facts)
      .then([{ type: 'AutosaveChanged', data: { content: 'On the lake', ...dates } }]);
    given(autosaveDecider, [created])
      .when(save({ title: 'Jetty' }), facts)
      .then([]);
  });

  it('stays where its author sends what the post says, whatever the white space', () => {
    given(autosaveDecider, [created])
      .when(save({ title: ' Pier', content: 'By the\n river' }), facts)
      .then([]);
  });

  it('is deleted while it is there, and made anew afterwards', () => {
    given(autosaveDecider, [created]).when({ type: 'Delete' }).then([deleted]);
    given(autosaveDecider).when({ type: 'Delete' }).then([]);
    given(autosaveDecider, [created, deleted]).when({ type: 'Delete' }).then([]);
    given(autosaveDecider, [created, deleted])
      .when(save({ title: 'Jetty' }), facts)
      .then([created]);
  });
});
