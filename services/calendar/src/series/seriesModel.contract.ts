import { addSeconds } from '@almanac/dates';
import fc from 'fast-check';

/** An occurrence of the model of a series. */
export interface ModelOccurrence {
  readonly id: number;
  readonly group: number;
  readonly own: ReadonlySet<string>;
  /** The start by the series. */
  readonly nominal: string;
  readonly title: string;
  readonly start: string;
}

/** A random edit of the occurrence at a place. */
export const seriesEdit = fc.record({
  at: fc.nat(5),
  scope: fc.constantFrom('this', 'following', 'all'),
  title: fc.constantFrom('A', 'B', 'C'),
  hours: fc.constantFrom(0, 0, 1, -1),
});

interface ModelEdit {
  readonly scope: string;
  readonly title: string;
  readonly hours: number;
  readonly group: number;
}

const isConcerned = (each: ModelOccurrence, subject: ModelOccurrence, scope: string): boolean => {
  if (scope === 'this') return each === subject;
  return each.group === subject.group && (scope === 'all' || each.nominal >= subject.nominal);
};

/** Returns the model after an edit of one of its occurrences. */
export const edited = (
  model: readonly ModelOccurrence[],
  subject: ModelOccurrence,
  change: ModelEdit,
): ModelOccurrence[] =>
  model.map((each) => {
    const { scope, title, hours, group } = change;
    if (!isConcerned(each, subject, scope)) return each;
    const shift = hours * 3600;
    if (scope === 'this') {
      const names = [...(title === each.title ? [] : ['title']), ...(hours === 0 ? [] : ['start'])];
      return { ...each, title, own: new Set([...each.own, ...names]), start: addSeconds(each.start, shift) };
    }
    const takesTitle = title !== subject.title && !each.own.has('title');
    const nominal = addSeconds(each.nominal, shift);
    const start = each.own.has('start') ? each.start : nominal;
    return { ...each, group, nominal, start, title: takesTitle ? title : each.title };
  });

export const byId = <Record extends { readonly id: number }>(records: readonly Record[]): Record[] =>
  [...records].sort((a, b) => a.id - b.id);
