import { createProfileTags } from './profileTags.ts';

const { mark, unmark, ownOnly } = createProfileTags('p1');

describe('the ETags of a profile', () => {
  it.each([['"1-a-b"'], ['W/"1-a-b"']])('name the tags that they are made of: %s', (tag) => {
    expect(mark(tag)).not.toBe(tag);
    expect(unmark(mark(tag))).toBe(tag);
    expect(ownOnly(mark(tag))).toBe(tag);
  });

  it('are told from others in a list', () => {
    expect(unmark(`"a", ${mark('"b"')}`)).toBe('"a", "b"');
    expect(ownOnly(`"a", ${mark('"b"')}, W/${mark('"c"')}`)).toBe('"b", W/"c"');
    expect(ownOnly('"a", "p1"')).toBeUndefined();
  });

  it('leave every tag in the request', () => {
    expect(ownOnly('*')).toBe('*');
    expect(unmark('*')).toBe('*');
  });
});
