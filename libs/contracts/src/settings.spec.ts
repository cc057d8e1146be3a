import { completeSettings, defaultSettings, publishedSettings, siteSettings } from './index.ts';

const members = Object.entries(siteSettings.shape);

describe('the schema of the settings', () => {
  it.each(members)('describes %s, and gives it a valid default', (name, { _zod }) => {
    const kind = _zod.def.innerType;
    expect(kind.description).toMatch(/^[A-Z].*\.$/);
    expect(kind.safeParse(defaultSettings[name as keyof typeof defaultSettings]).success).toBe(true);
  });

  it('completes chosen values with defaults', () => {
    expect(completeSettings({ name: 'Quay' })).toEqual({ ...defaultSettings, name: 'Quay' });
  });

  it.each([
    ['Europe/Paris', true],
    ['UTC', true],
    ['Nowhere/Town', false],
    ['+05:30', false],
    ['+23:00', false],
    ['UTC+5.5', false],
  ])('checks for %s whether it names a time zone for dates: %s', (timezone, isKnown) => {
    expect(siteSettings.safeParse({ timezone }).success).toBe(isKnown);
  });
});

describe('published settings', () => {
  it('are the existing ones, without defaults for missing ones and without unknown ones', () => {
    expect(publishedSettings.parse({ name: 'Quay', later: 1 })).toEqual({ name: 'Quay' });
  });

  it('may break the rules of this release, which a later one may have loosened', () => {
    expect(publishedSettings.parse({ events_per_page: 500, zone_mode: 'moon' })).toEqual({
      events_per_page: 500,
      zone_mode: 'moon',
    });
    expect(() => publishedSettings.parse({ events_per_page: 'many' })).toThrow();
  });
});
