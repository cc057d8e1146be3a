import type { Registration } from '@almanac/aggregates';
import type { Collection } from '@almanac/documents';
import type { Aggregate, Event } from '@almanac/domain';

/** The records of one kind that are translations of each other; a stream of its own, since no record locks the others. */
export interface TranslationGroup {
  /** Ids by language: at most one in each. */
  readonly members: Readonly<Record<string, number>>;
  /** The record that the others are translated from. */
  readonly original: number;
}

export type TranslationGroupEvent =
  | Event<'TranslationAdded', { readonly language: string; readonly id: number }>
  | Event<'TranslationRemoved', { readonly language: string; readonly id: number }>;

/** The first member is the original; when that goes, the oldest of the rest is (translation.md §3.2). */
const originalOf = (members: Readonly<Record<string, number>>): number => Object.values(members)[0] ?? 0;

const without = (members: Readonly<Record<string, number>>, language: string): Record<string, number> =>
  Object.fromEntries(Object.entries(members).filter(([code]) => code !== language));

export const translationGroup: Aggregate<TranslationGroup, TranslationGroupEvent> = {
  category: 'translations',
  initialState: { members: {}, original: 0 },
  eventTypes: ['TranslationAdded', 'TranslationRemoved'],
  fold: 1,
  evolve: (state, { type, data }) => {
    const rest = without(state.members, data.language);
    const members = type === 'TranslationAdded' ? { ...rest, [data.language]: data.id } : rest;
    return { members, original: originalOf(members) };
  },
};

export const translationGroups: Collection = { name: 'translation-groups', fold: translationGroup.fold };

export const translationGroupRegistration: Registration<TranslationGroup, TranslationGroupEvent> = {
  aggregate: translationGroup,
  collection: translationGroups,
};

/** The id of a group's stream: groups of different kinds never meet. */
export const groupId = (kind: string, group: number): string => `${kind}/${group}`;
