import { JsonPlaces } from './jsonPlaces.ts';
import { JsonRenamer } from './jsonRenamer.ts';
import { createRenderedBodies } from './renderedBodies.ts';

describe('rendered bodies', () => {
  let seen: string[] = [];
  const rename = (text: string): string => {
    seen.push(text);
    return text.toUpperCase();
  };
  const places = new JsonPlaces({
    key: (name) => name,
    valueAt: ({ parent }) => (parent === 'own' ? undefined : { rename }),
    unchanged: new Set(['meta']),
  });
  const { renderWhole: render, forget } = createRenderedBodies();
  const rendered = (body: string, key: string | undefined = body): string =>
    render(Buffer.from(body, 'latin1'), new JsonRenamer(places), key).toString('latin1');

  beforeEach(() => {
    seen = [];
  });

  it('keep each record for all lists that have it', () => {
    expect(rendered('[{"id":1,"a":"b"},{"id":2,"a":"c","of":{"id":7,"d":"e"}},{"id":3,"a":"f"}]')).toBe(
      '[{"id":1,"a":"B"},{"id":2,"a":"C","of":{"id":7,"d":"E"}},{"id":3,"a":"F"}]',
    );
    seen = [];
    expect(rendered('[{"id":2,"a":"c","of":{"id":7,"d":"e"}},{"id":1,"a":"b"},{"id":4,"a":"\u00e4"}]')).toBe(
      '[{"id":2,"a":"C","of":{"id":7,"d":"E"}},{"id":1,"a":"B"},{"id":4,"a":"\u00c4"}]',
    );
    expect(seen).toEqual(['\u00e4']);
  });

  it('keep the last record of a list before other members', () => {
    rendered('{"list":[{"id":1,"a":"b"},{"id":2,"a":"c"}],"next":"x"}');
    seen = [];
    expect(rendered('{"list":[{"id":1,"a":"b"},{"id":2,"a":"c"}],"next":"y"}')).toBe(
      '{"list":[{"id":1,"a":"B"},{"id":2,"a":"C"}],"next":"Y"}',
    );
    expect(seen).toEqual(['y']);
  });

  it('are those of their places: a record elsewhere is rendered by the rules there', () => {
    expect(rendered('{"list":[{"id":5,"a":"b"},{"id":6}]}')).toBe('{"list":[{"id":5,"a":"B"},{"id":6}]}');
    expect(rendered('{"own":[{"id":5,"a":"b"},{"id":6}]}')).toBe('{"own":[{"id":5,"a":"b"},{"id":6}]}');
    expect(rendered('{"meta":[{"id":5,"a":"b"},{"id":6}]}')).toBe('{"meta":[{"id":5,"a":"b"},{"id":6}]}');
  });

  it('are right where a text looks like a record', () => {
    for (const text of ['{"id":8,', '}],', '\\\\'])
      for (let time = 0; time < 2; time++)
        expect(rendered(`[{"id":8,"a":${JSON.stringify(text)},"b":"c"},{"id":9,"a":"d"}]`)).toBe(
          `[{"id":8,"a":${JSON.stringify(text).toUpperCase()},"b":"C"},{"id":9,"a":"D"}]`,
        );
  });

  it('are kept under the key of their answer from its second request on until they change', () => {
    const push = jest.fn((piece: string): string => piece.toUpperCase());
    const page = (body: string, key: string | undefined): string =>
      render(Buffer.from(body), { push, end: () => '.' }, key).toString();
    expect([page('a', 'one'), page('a', 'one')]).toEqual(['A.', 'A.']);
    expect(push).toHaveBeenCalledTimes(2);
    expect([page('a', 'one'), page('b', 'one'), page('b', 'one'), page('a', 'two')]).toEqual(['A.', 'B.', 'B.', 'A.']);
    expect(push).toHaveBeenCalledTimes(4);
  });

  it('are not kept if so many others were asked for since the first request', () => {
    const push = jest.fn((piece: string): string => piece);
    const ask = (key: string) => render(Buffer.from(key), { push, end: () => '' }, key);
    ask('first');
    for (let n = 0; n < 2_000; n++) ask(`other ${n}`);
    for (let time = 0; time < 3; time++) ask('first');
    expect(push).toHaveBeenCalledTimes(2_003);
  });

  it('are not kept if the addresses of others since the first request were long', () => {
    const push = jest.fn((piece: string): string => piece);
    const ask = (key: string) => render(Buffer.from('a'), { push, end: () => '' }, key);
    ask('early');
    for (let n = 0; n < 100; n++) ask(`${n}`.padEnd(16_000, '.'));
    for (let time = 0; time < 3; time++) ask('early');
    expect(push).toHaveBeenCalledTimes(103);
  });

  it('are not kept for other rules, such as those of other languages', () => {
    for (let time = 0; time < 2; time++) expect(rendered('"a"', 'three')).toBe('"A"');
    const unchanged = new JsonPlaces({ key: (name) => name, valueAt: () => undefined });
    expect(render(Buffer.from('"a"'), new JsonRenamer(unchanged), 'three').toString()).toBe('"a"');
  });

  it('are dropped with the places of their renamers', () => {
    rendered('[{"id":11,"a":"b"},{"id":12}]');
    forget();
    seen = [];
    rendered('[{"id":11,"a":"b"},{"id":12}]');
    expect(seen).toEqual(['b']);
  });

  it('have records at places that other documents find only', () => {
    const list = `{"${'x'.repeat(200)}":[{"id":13,"a":"b"},{"id":14}]`;
    rendered(`${list},"c":"d"}`);
    seen = [];
    rendered(`${list},"c":"e"}`);
    expect(seen).toEqual(['b', 'e']);
  });

  it('are not kept without a key', () => {
    const plain = () => render(Buffer.from('{"id":10,"a":"b"}'), new JsonRenamer(places), undefined).toString();
    expect([plain(), plain()]).toEqual(['{"id":10,"a":"B"}', '{"id":10,"a":"B"}']);
    expect(seen).toEqual(['b', 'b']);
  });
});
