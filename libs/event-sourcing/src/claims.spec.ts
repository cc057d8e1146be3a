import { type ClaimCommand, claim } from './claims.ts';
import { given } from './givenWhenThen.ts';

const take = (by: string): ClaimCommand => ({ type: 'Take', name: 'harbour', by });
const taken = (by: string) => ({ type: 'Taken', data: { by } }) as const;
const released = (by: string) => ({ type: 'Released', data: { by } }) as const;

describe('a unique name', () => {
  it('is taken by one record, once', () => {
    given(claim)
      .when(take('event-1'))
      .then([taken('event-1')]);
    given(claim, [taken('event-1')])
      .when(take('event-1'))
      .then([]);
    expect(() =>
      given(claim, [taken('event-1')])
        .when(take('event-2'))
        .then([]),
    ).toThrow(expect.objectContaining({ code: 'rest_name_taken' }));
  });

  it('is released by its owner alone, and then free for others', () => {
    const release = (by: string): ClaimCommand => ({ type: 'Release', by });
    given(claim, [taken('event-1')])
      .when(release('event-1'))
      .then([released('event-1')]);
    given(claim, [taken('event-1')])
      .when(release('event-2'))
      .then([]);
    given(claim).when(release('event-1')).then([]);
    given(claim, [taken('event-1'), released('event-1')])
      .when(take('event-2'))
      .then([taken('event-2')]);
  });
});
