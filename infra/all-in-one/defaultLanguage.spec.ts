import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { applicationPassword, basic, startAsked } from './askedSite.contract.ts';

describe('a site without records', () => {
  it('changes its default language, with its first category, and keeps it when it starts again', async () => {
    const data = await mkdtemp(join(tmpdir(), 'almanac-default-'));
    const before = await startAsked({ data });
    const json = async (origin: string, path: string, init: RequestInit = {}) => {
      const headers = {
        ...basic('administrator', applicationPassword('administrator')),
        'content-type': 'application/json',
      };
      const response = await fetch(`${origin}${path}`, { ...init, headers });
      // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
      return { status: response.status, body: (await response.json()) as any };
    };
    const change = (body: object) =>
      json(before.origin, '/en/json/core/v2/settings', { method: 'PATCH', body: JSON.stringify(body) });
    const changed = await change({ languages: ['de', 'en', 'ar'], language: 'en_US' });
    expect([changed.status, changed.body.language]).toEqual([200, 'en_US']);
    expect((await change({ language: 'de_DE' })).body).toMatchObject({ language: 'de_DE' });
    const isGerman = async ({ origin }: Pick<typeof before, 'origin'>) => {
      const category = await json(origin, '/json/core/v2/categories/1');
      expect(category.body).toMatchObject({ slug: 'uncategorized', i18n: { language: 'de' } });
      expect(new URL(category.body.link).pathname).toBe('/category/uncategorized/');
      for (const language of ['de', 'en', 'ar'])
        expect((await json(origin, `/${language}/json/core/v2/categories`)).body).toMatchObject([{ id: 1 }]);
      expect((await fetch(`${origin}/category/uncategorized/`)).headers.get('content-language')).toBe('de');
    };
    await isGerman(before);
    await before.running.stop();
    const after = await startAsked({ data });
    await isGerman(after);
    const made = await json(after.origin, '/de/json/cal/events/v1/venues', {
      method: 'POST',
      body: '{"venue":"Halle"}',
    });
    const refused = await json(after.origin, '/de/json/core/v2/settings', {
      method: 'PATCH',
      body: '{"language":"ar_EG"}',
    });
    expect([refused.status, refused.body.code, refused.body.data]).toMatchObject([
      409,
      'i18n_default_in_use',
      { type: 'venue', id: made.body.id },
    ]);
    await after.running.stop();
    await rm(data, { recursive: true });
    useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
  });
});
