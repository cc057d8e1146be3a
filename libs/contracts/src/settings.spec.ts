import { completeSettings, defaultSettings, publishedSettings, siteSettings } from './index.ts';

const members = Object.entries(siteSettings.shape);

describe('the schema of the settings', () => {
  it.each(members)('describes %s, and gives it a default that its own rules allow', (name, { _zod }) => {
    const kind = _zod.def.innerType;
    expect(kind.description).toMatch(/^[A-Z].*\.$/);
    expect(kind.safeParse(defaultSettings[name as keyof typeof defaultSettings]).success).toBe(true);
  });

  it('completes what was chosen with the defaults of the rest', () => {
    expect(completeSettings({ name: 'Quay' })).toEqual({ ...defaultSettings, name: 'Quay' });
  });

  it.each([
    ['Europe/Paris', true],
    ['UTC', true],
    ['Nowhere/Town', false],
    ['+05:30', false],
    ['+23:00', false],
    ['UTC+5.5', false],
  ])('knows of %s whether it names a time zone that dates can be counted in: %s', (timezone, isKnown) => {
    expect(siteSettings.safeParse({ timezone }).success).toBe(isKnown);
  });
});

describe('settings as they are published', () => {
  it('are those that are there, without a default for the others and without those that are not known', () => {
    expect(publishedSettings.parse({ name: 'Quay', later: 1 })).toEqual({ name: 'Quay' });
  });

  it('may be beyond the rules of this release, which a later one may have loosened', () => {
    expect(publishedSettings.parse({ events_per_page: 500, zone_mode: 'moon' })).toEqual({
      events_per_page: 500,
      zone_mode: 'moon',
    });
    expect(() => publishedSettings.parse({ events_per_page: 'many' })).toThrow();
  });
});
