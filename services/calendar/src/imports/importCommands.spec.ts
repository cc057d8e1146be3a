import { given } from '@almanac/event-sourcing/testing';
import type { ImportEvent, ImportedItems } from './import.ts';
import { importDecider } from './importCommands.ts';

const started: ImportEvent = {
  type: 'ImportStarted',
  data: {
    id: 'i',
    origin: 'feed',
    postStatus: 'publish',
    updateAuthority: 'overwrite',
    language: 'en',
    startedBy: 1,
    next: 'first',
  },
};

const taken = (more: Partial<ImportedItems> = {}): ImportedItems => ({
  hash: 'first',
  body: 'a body',
  items: 2,
  activity: { cal_events: { created: [1, 2] } },
  errors: [],
  ...more,
});

const progress = { totalEvents: 4, percentage: 50, isLast: false };

const takeBatch = (more: object = {}) =>
  ({ type: 'TakeBatch', taken: taken(), progress, touchesAll: true, next: 'second', ...more }) as const;

const tookBatch = (more: object = {}): ImportEvent => ({
  type: 'ImportBatchTaken',
  data: { ...taken(), totalEvents: 4, percentage: 50, next: 'second', ...more },
});

const setState = (status: 'success' | 'failed' | 'pending', hash = 'first') =>
  ({ type: 'SetState', hash, status, percentage: 30, message: 'The feed is gone', messageSlug: 'gone' }) as const;

describe('the decisions on an import', () => {
  it('start it with the hash of its first batch', () => {
    const { data } = started as Extract<ImportEvent, { type: 'ImportStarted' }>;
    given(importDecider)
      .when({ type: 'Start', ...data }, undefined)
      .then([started]);
  });

  it('accept a batch under its hash, and await the next', () => {
    given(importDecider, [started]).when(takeBatch(), undefined).then([tookBatch()]);
  });

  it('end it with the last batch, once every item of it is an event', () => {
    const last = { progress: { ...progress, percentage: 100, isLast: true } };
    given(importDecider, [started])
      .when(takeBatch(last), undefined)
      .then([tookBatch({ percentage: 100, next: null })]);
    given(importDecider, [started])
      .when(takeBatch({ ...last, touchesAll: false }), undefined)
      .then([tookBatch({ percentage: 0 })]);
  });

  it.each([
    ['nobody has started', [], 'first'],
    ['has ended', [started, tookBatch({ next: null })], 'first'],
    ['has failed', [started, { type: 'ImportStateSet', data: setState('failed') } as ImportEvent], 'first'],
    ['awaits another batch', [started, tookBatch()], 'first'],
    ['awaits another batch', [started], 'else'],
  ] as const)('refuse a batch of an import that %s', (_which, events, hash) => {
    given(importDecider, events)
      .when(takeBatch({ taken: taken({ hash }) }), undefined)
      .thenThrows('rest_invalid_param', 400);
  });

  it('continue a partly stored batch, and refuse another in its place', () => {
    const part: ImportEvent = { type: 'ImportItemsTaken', data: taken() };
    given(importDecider, [started]).when({ type: 'TakeItems', taken: taken() }, undefined).then([part]);
    given(importDecider, [started, part]).when(takeBatch(), undefined).then([tookBatch()]);
    given(importDecider, [started, part])
      .when(takeBatch({ taken: taken({ body: 'another' }) }), undefined)
      .thenThrows('rest_invalid_param', 400);
  });

  it('accept its outcome as long as it waits', () => {
    const { type: _type, hash: _hash, ...data } = setState('failed');
    given(importDecider, [started])
      .when(setState('failed'), undefined)
      .then([{ type: 'ImportStateSet', data }]);
    given(importDecider, [started]).when(setState('failed', 'else'), undefined).thenThrows('rest_invalid_param', 400);
    given(importDecider, [started, { type: 'ImportStateSet', data }])
      .when(setState('success'), undefined)
      .thenThrows('rest_invalid_param', 400);
  });

  it('keep the hash of a running import', () => {
    const { type: _type, hash: _hash, ...data } = setState('pending');
    given(importDecider, [started, { type: 'ImportStateSet', data }])
      .when(takeBatch(), undefined)
      .then([tookBatch()]);
  });
});

describe('an import', () => {
  it('remembers the results of all its batches, and the reasons of failures', () => {
    const error = { slug: 'item-refused', message: 'The member title is not valid.' };
    const second = { ...taken({ hash: 'second', activity: { cal_events: { updated: [2] } }, errors: [error] }) };
    given(importDecider, [
      started,
      tookBatch(),
      { type: 'ImportBatchTaken', data: { ...second, totalEvents: 4, percentage: 100, next: null } },
    ]).thenState(
      expect.objectContaining({
        status: 'success',
        batches: 2,
        percentage: 100,
        totalEvents: 4,
        next: null,
        begun: null,
        activity: { cal_events: { created: [1, 2], updated: [2] } },
        errors: [error],
      }),
    );
  });
});
