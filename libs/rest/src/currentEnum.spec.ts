import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { z } from 'zod';
import { text } from './args.ts';
import { siteLanguage } from './currentEnum.ts';

const use = (...tags: string[]) => useLanguages({ tags, defaultLanguage: 'en', overrides: {} });

afterEach(() => use(...DEFAULT_TAGS));

describe('a list of values that change while a process runs', () => {
  it('describes and accepts the values of the moment in an answer', () => {
    use('en', 'de');
    expect(z.toJSONSchema(siteLanguage)).toMatchObject({ type: 'string', enum: ['en', 'de'] });
    expect(siteLanguage.safeParse('fr-ca').success).toBe(false);
    use('en', 'fr-CA');
    expect(z.toJSONSchema(siteLanguage)).toMatchObject({ enum: ['en', 'fr-ca'] });
    expect(siteLanguage.safeParse('fr-ca').success).toBe(true);
  });

  it('accepts the values of the moment in an argument', () => {
    let values = ['a'];
    const schema = text({ enum: () => values }).schema();
    expect([schema.safeParse('a').success, schema.safeParse('b').success]).toEqual([true, false]);
    values = ['b'];
    expect([schema.safeParse('a').success, schema.safeParse('b').success]).toEqual([false, true]);
  });
});
