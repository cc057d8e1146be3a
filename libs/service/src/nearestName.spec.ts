import { nearestName } from './nearestName.ts';

const known = ['name', 'timezone', 'default_language', 'users', 'settings'];

describe('the nearest name', () => {
  it.each([
    ['timezne', 'timezone'],
    ['timeZone', 'timezone'],
    ['default-language', 'default_language'],
    ['user', 'users'],
    ['nmae', 'name'],
    ['currency', undefined],
  ])('resembles %s: %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest);
  });

  it('is missing if nothing is known', () => {
    expect(nearestName('name', [])).toBeUndefined();
  });
});
