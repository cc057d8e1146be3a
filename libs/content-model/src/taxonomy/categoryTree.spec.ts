import { given } from '@almanac/event-sourcing/testing';
import { ancestorsOf, type CategoryTree, type CategoryTreeEvent, withDescendants } from '../index.ts';
import { categoryTree } from './categoryTree.ts';

const placed = (id: number, parent: number): CategoryTreeEvent => ({ type: 'CategoryPlaced', data: { id, parent } });
const removed = (id: number): CategoryTreeEvent => ({ type: 'CategoryRemoved', data: { id } });
const move = (id: number, parent: number) => ({ type: 'Place', id, parent }) as const;

describe('the category tree', () => {
  it('places a category below another, once', () => {
    given(categoryTree)
      .when(move(2, 1), undefined)
      .then([placed(2, 1)]);
    given(categoryTree, [placed(2, 1)])
      .when(move(2, 1), undefined)
      .then([]);
  });

  it('has no entry for root categories', () => {
    given(categoryTree).when(move(1, 0), undefined).then([]);
    given(categoryTree, [placed(2, 1), placed(2, 0)]).thenState({ parents: {} });
  });

  it('never closes a cycle', () => {
    const below = [placed(2, 1), placed(3, 2)];
    given(categoryTree, below).when(move(1, 3), undefined).then([]);
    given(categoryTree, below)
      .when(move(2, 3), undefined)
      .then([placed(2, 0)]);
    given(categoryTree, below)
      .when(move(3, 3), undefined)
      .then([placed(3, 0)]);
  });

  it('moves children up when their parent is deleted', () => {
    const below = [placed(2, 1), placed(3, 2), placed(4, 3)];
    given(categoryTree, below)
      .when({ type: 'Remove', id: 2 }, undefined)
      .then([placed(3, 1), removed(2)]);
    given(categoryTree, [...below, placed(3, 1), removed(2)]).thenState({ parents: { 3: 1, 4: 3 } });
  });

  it('is walked once even if an old log contains a cycle', () => {
    const tree: CategoryTree = { parents: { 1: 2, 2: 3, 3: 1, 4: 1 } };
    expect([ancestorsOf(tree, 1), ancestorsOf(tree, 4)]).toEqual([
      [2, 3, 1],
      [1, 2, 3],
    ]);
    expect(withDescendants(tree, [1]).sort()).toEqual([1, 2, 3, 4]);
  });

  it('returns ancestors and descendants', () => {
    const tree: CategoryTree = { parents: { 2: 1, 3: 2, 4: 2, 6: 5 } };
    expect([ancestorsOf(tree, 4), ancestorsOf(tree, 1)]).toEqual([[2, 1], []]);
    expect(withDescendants(tree, [2]).sort()).toEqual([2, 3, 4]);
    expect(withDescendants(tree, [1, 5]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
