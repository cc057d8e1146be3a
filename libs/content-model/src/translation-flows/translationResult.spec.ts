import { given } from '@almanac/event-sourcing/testing';
import { answerTo, translationResult } from './translationResult.ts';

type Command = Parameters<typeof translationResult.decide>[1];
type ToldTranslation = Extract<Command, { readonly type: 'Tell' }>['written'];
type FinishedTranslation = Extract<Command, { readonly type: 'Refuse' }>['finished'];
const written = { id: 4, jobId: 101 } as unknown as ToldTranslation;
const finished = { id: 4, jobId: 102 } as unknown as FinishedTranslation;

describe('the outcome of a job’s finished translations', () => {
  const told = translationResult.decide(translationResult.initialState, { type: 'Tell', written, effect: 'one' });

  it('is reported with the handled delivery', () => {
    given(translationResult)
      .when({ type: 'Tell', written, effect: 'one' })
      .then([{ type: 'TranslationWritten', data: { ...written, effect: 'one' } }]);
    given(translationResult)
      .when({ type: 'Refuse', finished, code: 'i18n_source_gone', gone: true, effect: 'two' })
      .then([
        { type: 'TranslationRefused', data: { ...finished, code: 'i18n_source_gone', gone: true, effect: 'two' } },
      ]);
  });

  it('is the last one that was stored, also after a refusal', () => {
    const refused = translationResult.decide(translationResult.initialState, {
      type: 'Refuse',
      finished,
      code: 'i18n_source_gone',
      gone: false,
      effect: 'two',
    });
    given(translationResult, [...told, ...refused]).thenState({ jobId: 101, written, effect: 'two' });
  });

  it('decides about the next delivery', () => {
    const state = { jobId: 101, written, effect: 'one' };
    expect(answerTo(state, { jobId: 102 }, 'two')).toBe('write');
    expect(answerTo(state, { jobId: 101 }, 'two')).toBe('tell again');
    expect(answerTo(state, { jobId: 100 }, 'two')).toBe('nothing');
    expect(answerTo(state, { jobId: 102 }, 'one')).toBe('nothing');
  });
});
