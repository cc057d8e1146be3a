import type { Event, Metadata, RecordedEvent } from '@almanac/event-store';
import { type Aggregate, fold } from './aggregate.ts';

/** Returns metadata for specs; `more` overrides members. */
export const metadata = (more: Partial<Metadata> = {}): Metadata => ({
  id: '00000000-0000-4000-8000-000000000000',
  at: '2026-01-01T00:00:00.000Z',
  principal: 'user:1',
  language: 'en',
  correlation: 'correlation',
  causation: 'causation',
  ...more,
});

/** Returns events with their versions in a stream, from 1 on. */
export const recorded = <E extends Event>(
  stream: string,
  events: readonly E[],
  meta = metadata(),
): RecordedEvent<E>[] => events.map((event, index) => ({ ...event, stream, version: index + 1, meta }));

const isQuestion = <State, E>(asked: unknown): asked is (state: State) => readonly E[] => typeof asked === 'function';

/**
 * `given(aggregate, events).when(command, facts).then(events)`: folds the given events and compares the aggregate's
 * decision with the expected events; `.thenThrows(code, status)` expects a refusal. For an aggregate without commands,
 * a function of its state takes the place of the command.
 */
export const given = <State, E extends Event, Command = never, Facts = never>(
  aggregate: Aggregate<State, E> & { decide?(state: State, command: Command, facts?: Facts): readonly E[] },
  events: readonly E[] = [],
) => ({
  when: (asked: Command | ((state: State) => readonly E[]), facts?: Facts) => {
    const decide = (): readonly E[] => {
      const state = stateOf(aggregate, events);
      if (isQuestion<State, E>(asked)) return asked(state);
      if (aggregate.decide === undefined) throw new Error(`${aggregate.category} decides nothing`);
      return aggregate.decide(state, asked, facts);
    };
    return {
      // biome-ignore lint/suspicious/noThenProperty: given/when/then is the usual term; no code awaits it
      then: (expected: readonly E[]): void => {
        expect(decide()).toEqual(expected);
      },
      thenThrows: (code: string, status: number): void => {
        expect(decide).toThrow(expect.objectContaining({ code, status }));
      },
    };
  },
  thenState: (expected: State): void => {
    expect(stateOf(aggregate, events)).toEqual(expected);
  },
});

const stateOf = <State, E extends Event>(aggregate: Aggregate<State, E>, events: readonly E[]): State =>
  fold(aggregate, recorded(`${aggregate.category}-1`, events));
