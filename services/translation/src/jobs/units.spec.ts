import { given } from '@almanac/event-sourcing/testing';
import { type SavedUnit, type UnitsCommand, type UnitsEvent, unitsDecider } from './units.ts';

const unit = (id: string, source: string) => ({ id, key: `key of ${id}`, source, target: '', finished: false });
const [pier, river] = [unit('title', 'Pier'), unit('content', 'By the river')];
const texts = { job: 3, pair: 'en/fr-ca', units: [pier, river] };
const opened: UnitsEvent = { type: 'UnitsOpened', data: texts };
const saved = (units: readonly SavedUnit[], filtered = false): UnitsEvent => ({
  type: 'UnitsSaved',
  data: { units, filtered },
});
const save = (...units: readonly SavedUnit[]): UnitsCommand => ({ type: 'SaveUnits', saved: units, filtered: false });
const title = { id: 'title', target: 'Jetée' };

describe('the texts of a revision', () => {
  it('are opened with the texts to translate', () => {
    given(unitsDecider).when({ type: 'OpenUnits', opened: texts }).then([opened]);
  });

  it('are saved if they differ from before', () => {
    given(unitsDecider, [opened])
      .when(save(title))
      .then([saved([title])]);
    given(unitsDecider, [opened, saved([title])])
      .when(save(title, { id: 'content', target: 'Au bord' }))
      .then([saved([{ id: 'content', target: 'Au bord' }])]);
    given(unitsDecider, [opened, saved([title])])
      .when(save(title))
      .then([]);
  });

  it('are compared by hashes if they are stored elsewhere', () => {
    const large = { id: 'content', target: { hash: 'A' } };
    given(unitsDecider, [opened, saved([large])])
      .when(save({ id: 'content', target: { hash: 'A' } }))
      .then([]);
    given(unitsDecider, [opened, saved([large])])
      .when(save({ id: 'content', target: { hash: 'B' } }))
      .then([saved([{ id: 'content', target: { hash: 'B' } }])]);
  });

  it('are cleared again, but not if they were empty', () => {
    const emptied = { id: 'title', target: '' };
    given(unitsDecider, [opened, saved([title])])
      .when(save(emptied))
      .then([saved([emptied])]);
    given(unitsDecider, [opened]).when(save(emptied)).then([]);
  });

  it('are left out if the revision lacks them', () => {
    given(unitsDecider, [opened])
      .when(save({ id: 'excerpt', target: 'Jetée' }))
      .then([]);
  });

  it('are filtered once a user has saved them who may not write any HTML', () => {
    given(unitsDecider, [opened])
      .when({ type: 'SaveUnits', saved: [title], filtered: true })
      .then([saved([title], true)]);
    given(unitsDecider, [opened, saved([title], true), saved([{ id: 'content', target: 'Au bord' }])]).thenState({
      ...texts,
      id: 1,
      version: 3,
      units: [
        { ...pier, target: 'Jetée', finished: true },
        { ...river, target: 'Au bord', finished: true },
      ],
      filtered: true,
    });
  });
});
