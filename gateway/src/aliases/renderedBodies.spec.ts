import { createRenderedBodies } from './renderedBodies.ts';

describe('rendered bodies', () => {
  const render = createRenderedBodies();
  let rendered = 0;
  const renamed = (body: string, key: string | undefined): string => {
    const push = (piece: string): string => {
      rendered++;
      return piece.toUpperCase();
    };
    return render(Buffer.from(body), { push, end: () => '' }, key).toString();
  };

  beforeEach(() => {
    rendered = 0;
  });

  it('are kept under the key of their answer until they change', () => {
    expect([renamed('a', 'one'), renamed('a', 'one')]).toEqual(['A', 'A']);
    expect(rendered).toBe(1);
    expect([renamed('b', 'one'), renamed('a', 'two'), renamed('b', 'one')]).toEqual(['B', 'A', 'B']);
    expect(rendered).toBe(3);
  });

  it('are not kept without a key', () => {
    expect([renamed('c', undefined), renamed('c', undefined)]).toEqual(['C', 'C']);
    expect(rendered).toBe(2);
  });
});
