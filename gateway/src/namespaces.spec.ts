import { namespaceOwners } from '@almanac/manifest';
import { inIndexOrder, namespaceOf } from './namespaces.ts';

describe('namespaces', () => {
  const known = (name: string): boolean => namespaceOwners.has(name);

  it.each([
    ['/cal/events/v1/events/7', 'cal/events/v1'],
    ['/CAL/Events/v1', 'cal/events/v1'],
    ['/calx/v2/onboarding/wizard', 'calx/v2/onboarding'],
    ['/builder/social/feed/x', 'builder/social'],
    ['/builder/other', 'builder'],
    ['/core/v2', 'core/v2'],
    ['/core/v20', undefined],
    ['/core', undefined],
    ['/', undefined],
    ['/internal/routes', undefined],
  ])('are found by path: %s is of %s', (path, namespace) => {
    expect(namespaceOf(path, known)).toBe(namespace);
  });

  it('are listed in the declared order, others last', () => {
    expect(inIndexOrder(['other/v1', 'core/v2', 'cal/events/v1'])).toEqual(['cal/events/v1', 'core/v2', 'other/v1']);
  });
});
