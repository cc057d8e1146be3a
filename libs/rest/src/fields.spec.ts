import { filterFields, isWanted, readFields, refusalOfFields } from './fields.ts';

const post = {
  id: 1,
  title: { raw: 'a', rendered: 'A' },
  meta: { k: 1, l: 2 },
  _links: { self: [{ href: 'x' }], up: [] },
};
const pick = (fields: unknown, body: unknown = post) => filterFields(body, readFields(fields));

describe('_fields', () => {
  it('chooses members, dotted ones within', () => {
    expect(pick('id,title.raw')).toEqual({ id: 1, title: { raw: 'a' } });
    expect(pick(['id', 'meta.k', 'meta.l'])).toEqual({ id: 1, meta: { k: 1, l: 2 } });
    expect(pick('id title.none')).toEqual({ id: 1, title: {} });
  });
  it('lets a parent win over its children, in any order', () => {
    expect([pick('meta,meta.k'), pick('meta.k,meta')]).toEqual([{ meta: post.meta }, { meta: post.meta }]);
  });
  it('filters nothing when it is empty', () => {
    expect([pick(''), pick(',,'), pick([]), pick(undefined)]).toEqual([post, post, post, post]);
  });
  it('applies to each element of a list', () => {
    expect(pick('id', [post, post])).toEqual([{ id: 1 }, { id: 1 }]);
    expect(pick('events.id', { events: [post], total: 1 })).toEqual({ events: [{ id: 1 }] });
  });
  it('keeps all links of a single record if one is requested, and filters those of a list', () => {
    expect(pick('id,_links.self')).toEqual({ id: 1, _links: post._links });
    expect(pick('id,_embedded')).toEqual({ id: 1, _links: post._links });
    expect(pick('id,_links.self', [post])).toEqual([{ id: 1, _links: { self: [{ href: 'x' }] } }]);
  });
  it('supports names of any depth', () => {
    const deep = Array.from({ length: 7_000 }, () => 'a').join('.');
    expect(pick(`${deep},id`)).toEqual({ id: 1 });
  });
  it('names at most 100 members, of at most 10 levels', () => {
    const refusal = (names: readonly string[]) => refusalOfFields(names)?.message;
    const level = (levels: number) => Array.from({ length: levels }, () => 'a').join('.');
    expect([undefined, Array(100).fill('id'), [level(10)]].map((names) => refusalOfFields(names))).toEqual(
      Array(3).fill(undefined),
    );
    expect(refusal(Array(101).fill('id'))).toBe('{name} must have at most {limit} items.');
    expect(refusal(['id', level(11)])).toBe('{name} names a member that is more than {limit} levels deep.');
  });
  it('tells handlers which members they may leave out', () => {
    const fields = readFields('id,title,content.raw');
    const wanted = ['id', 'title', 'title.raw', 'content', 'content.raw'];
    expect(wanted.filter((member) => isWanted(fields, member))).toEqual(wanted);
    expect(['content.rendered', 'type', 'ident'].filter((member) => isWanted(fields, member))).toEqual([]);
    expect(isWanted(undefined, 'anything')).toBe(true);
  });
});
