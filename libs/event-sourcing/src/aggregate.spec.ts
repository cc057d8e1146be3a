import type { Event } from '@almanac/event-store';
import { DomainError, isDomainError } from '@almanac/i18n';
import { isPrincipalId } from '@almanac/identity';
import { type Aggregate, fold, isEventOf, streamOf } from './aggregate.ts';
import { given, metadata, recorded } from './givenWhenThen.ts';

type LampEvent = Event<'LampLit', { at: number }> | Event<'LampBlownOut', Record<never, never>>;
interface Lamp {
  readonly lit: boolean;
  readonly turns: number;
}

const lamp: Aggregate<Lamp, LampEvent> = {
  category: 'lamp',
  initialState: { lit: false, turns: 0 },
  eventTypes: ['LampLit', 'LampBlownOut'],
  projectionVersion: 1,
  evolve: (state, event) => ({ lit: event.type === 'LampLit', turns: state.turns + 1 }),
};

const lit: LampEvent = { type: 'LampLit', data: { at: 7 } };
const blownOut: LampEvent = { type: 'LampBlownOut', data: {} };

const light = (state: Lamp): LampEvent[] => {
  if (state.turns > 1)
    throw new DomainError('lamp-broken', 409, 'It broke after {turns} turns.', { params: { turns: state.turns } });
  return state.lit ? [] : [lit];
};

describe('an aggregate', () => {
  it('is folded from its events, in order, onto any state', () => {
    const events = recorded('lamp-1', [lit, blownOut]);
    expect(fold(lamp, events)).toEqual({ lit: false, turns: 2 });
    expect(fold(lamp, events.slice(0, 1), { lit: false, turns: 5 })).toEqual({ lit: true, turns: 6 });
  });

  it('names its streams', () => {
    expect([streamOf(lamp, 7), streamOf(lamp, 'a-b')]).toEqual(['lamp-7', 'lamp-a-b']);
  });

  it('recognises its events by their stream and type', () => {
    const event = { ...lit, stream: 'lamp-1' };
    expect(isEventOf(lamp, event)).toBe(true);
    expect(isEventOf(lamp, { ...event, stream: 'lamps-1' })).toBe(false);
    expect(isEventOf(lamp, { ...event, type: 'LampSold', data: {} })).toBe(false);
  });

  it('has events with their place and metadata', () => {
    expect(recorded('lamp-1', [lit, blownOut])).toMatchObject([
      { type: 'LampLit', stream: 'lamp-1', version: 1, meta: metadata() },
      { type: 'LampBlownOut', version: 2 },
    ]);
  });
});

describe('isPrincipalId', () => {
  it('is true for every principal of the log, and for nothing else', () => {
    expect(['user:7', 'system', 'anonymous'].every(isPrincipalId)).toBe(true);
    expect(['user:', 'user:x', 'user:7/session', 'System', ''].some(isPrincipalId)).toBe(false);
  });
});

describe('given, when, then', () => {
  it('compares the decided events', () => {
    given(lamp).when(light).then([lit]);
    given(lamp, [lit]).when(light).then([]);
    given(lamp, [lit, blownOut]).thenState({ lit: false, turns: 2 });
    expect(() => given(lamp, [lit]).when(light).then([lit])).toThrow();
  });

  it('compares refusals by code and status', () => {
    given(lamp, [lit, blownOut]).when(light).thenThrows('lamp-broken', 409);
    expect(() => given(lamp).when(light).thenThrows('lamp-broken', 409)).toThrow();
    expect(() => given(lamp, [lit, blownOut]).when(light).thenThrows('other', 409)).toThrow();
    expect(() => given(lamp, [lit, blownOut]).when(light).thenThrows('lamp-broken', 410)).toThrow();
  });
});

describe('a domain error', () => {
  it('is recognised by its shape, with the client’s whole answer', () => {
    const error = new DomainError('lamp-broken', 409, 'It broke.', { params: { turns: 2 }, data: { id: 1 } });
    expect(error).toMatchObject({ code: 'lamp-broken', status: 409, params: { turns: 2 }, data: { id: 1 } });
    expect(new DomainError('a', 400, 'b')).toMatchObject({ params: {}, data: {} });
    expect([isDomainError(error), isDomainError(new Error('no')), isDomainError('text')]).toEqual([true, false, false]);
  });
});
