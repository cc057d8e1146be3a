import { given } from '@almanac/domain/testing';
import { ancestorsOf, type CategoryTree, categoryTree, decidePlace, withDescendants } from './categoryTree.ts';

const placed = (id: number, parent: number) => ({ type: 'CategoryPlaced', data: { id, parent } }) as const;

describe('the tree of categories', () => {
  it('places a category below another', () => {
    given(categoryTree)
      .when((tree) => decidePlace(tree, 2, 1).events)
      .then([placed(2, 1)]);
    given(categoryTree, [placed(2, 1)])
      .when((tree) => decidePlace(tree, 2, 1).events)
      .then([]);
  });

  it('knows nothing of what is at the top', () => {
    given(categoryTree)
      .when((tree) => decidePlace(tree, 1, 0).events)
      .then([]);
    given(categoryTree, [placed(2, 1), placed(2, 0)]).thenState({ parents: {} });
  });

  it('never closes a circle', () => {
    const below = [placed(2, 1), placed(3, 2)] as const;
    given(categoryTree, below)
      .when((tree) => decidePlace(tree, 1, 3).events)
      .then([]);
    given(categoryTree, below)
      .when((tree) => decidePlace(tree, 2, 3).events)
      .then([placed(2, 0)]);
    given(categoryTree, below)
      .when((tree) => decidePlace(tree, 3, 3).events)
      .then([placed(3, 0)]);
  });

  it('tells what is above and below', () => {
    const tree: CategoryTree = { parents: { 2: 1, 3: 2, 4: 2, 6: 5 } };
    expect([ancestorsOf(tree, 4), ancestorsOf(tree, 1)]).toEqual([[2, 1], []]);
    expect(withDescendants(tree, [2]).sort()).toEqual([2, 3, 4]);
    expect(withDescendants(tree, [1, 5]).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('forgets a category that goes', () => {
    given(categoryTree, [placed(2, 1), { type: 'CategoryUprooted', data: { id: 2 } }]).thenState({ parents: {} });
  });
});
