import { jsonChunks } from './jsonChunks.ts';
import { createComposer } from './sharedViews.ts';

const textOf = async (body: unknown): Promise<string> => Buffer.concat(await jsonChunks(body)).toString();

/** Composes views that count how often they are made, and their texts read. */
const counting = () => {
  const made = { views: 0, texts: 0 };
  const composer = createComposer<object>();
  const compose = (record: { readonly id: number }, title: string): object =>
    composer(record, [title], () => {
      made.views += 1;
      return {
        id: record.id,
        get title() {
          made.texts += 1;
          return title;
        },
      };
    });
  return { made, compose };
};

describe('a composed view', () => {
  const record = Object.freeze({ id: 7 });
  const other = { id: 8 };

  it('is composed, and its JSON made, once for all lists', async () => {
    const { made, compose } = counting();
    const list = () => textOf([compose(record, 'Harbour'), other]);
    const expected = '[{"id":7,"title":"Harbour"},{"id":8}]';
    expect([await list(), await list()]).toEqual([expected, expected]);
    const events = { events: [other, compose(record, 'Harbour')] };
    expect(await textOf(events)).toBe('{"events":[{"id":8},{"id":7,"title":"Harbour"}]}');
    // once to measure it, and once for its JSON
    expect(made).toEqual({ views: 1, texts: 2 });
  });

  it('is composed anew of another part, and for another record', async () => {
    const { made, compose } = counting();
    const titles = ['Harbour', 'Market', 'Harbour'];
    const texts = [];
    for (const title of titles) texts.push(await textOf([compose(record, title), other]));
    expect(texts).toEqual(titles.map((title) => `[{"id":7,"title":"${title}"},{"id":8}]`));
    expect(await textOf([compose(Object.freeze({ id: 9 }), 'Harbour'), other])).toContain('"id":9');
    expect(made.views).toBe(4);
  });

  it('is not cached for a record that is not shared, which may change', async () => {
    const { made, compose } = counting();
    const own = { id: 1 };
    compose(own, 'Harbour');
    own.id = 2;
    expect(await textOf([compose(own, 'Harbour'), other])).toContain('"id":2');
    expect(made.views).toBe(2);
  });

  it('is another one than its copies', async () => {
    const { compose } = counting();
    const view = compose(record, 'Harbour');
    await textOf([view, view]);
    expect(await textOf([{ ...view, id: 9 }, view])).toBe('[{"id":9,"title":"Harbour"},{"id":7,"title":"Harbour"}]');
  });
});
