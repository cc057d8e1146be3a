import { calculateObjectSize } from 'bson';
import { keysOf, type NewCommit } from './eventStore.ts';
import { prepareCommit } from './preparedCommit.ts';

const meta = {
  id: 'commit-1',
  at: '2031-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'c',
  causation: 'c',
} as const;

const commitOf = (...data: readonly object[]): NewCommit => ({
  meta,
  events: data.map((each, index) => ({ stream: 'note-1', version: index + 1, type: 'NoteChanged', data: each })),
});

/** Returns the size that is limited: that of the commit as JSON or as BSON. */
const sizeOf = (commit: NewCommit): number => {
  const { json } = prepareCommit(commit);
  const { events } = JSON.parse(json) as NewCommit;
  return Math.max(
    Buffer.byteLength(json),
    calculateObjectSize({ _id: Number.MAX_SAFE_INTEGER, keys: keysOf(commit), events, meta }),
  );
};

describe('the limit of a commit', () => {
  it.each<[string, NewCommit]>([
    ['double quotes', commitOf({ text: '"'.repeat(100_000) })],
    ['letters of several bytes', commitOf({ text: 'Ω€😀'.repeat(30_000) })],
    ['unpaired surrogates', commitOf({ text: '\ud800'.repeat(50_000) })],
    ['a list of digits', commitOf({ list: Array.from({ length: 30_000 }, (_, index) => index % 10) })],
    ['a list of nothing', commitOf({ list: Array.from({ length: 30_000 }, () => null) })],
    ['a list of empty texts', commitOf({ list: Array.from({ length: 30_000 }, () => '') })],
    ['a list of empty objects', commitOf({ list: Array.from({ length: 30_000 }, () => ({})) })],
    ['many members', commitOf(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, true])))],
    ['many events', commitOf(...Array.from({ length: 5_000 }, (_, index) => ({ index })))],
  ])('is exact for %s', (_what, commit) => {
    const size = sizeOf(commit);
    expect(prepareCommit(commit, size).commit).toBe(commit);
    expect(() => prepareCommit(commit, size - 1)).toThrow(String(size));
  });
});
