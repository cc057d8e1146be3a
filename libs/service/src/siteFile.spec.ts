import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeSettings, defaultSettings } from '@almanac/contracts';
import { defaultSite, readSite, readSiteFile } from './siteFile.ts';

const ada = { login: 'ada', role: 'editor', email: 'ada@example.test' };

describe('site settings', () => {
  it('have the documented defaults without a site file', async () => {
    expect(await readSiteFile(undefined)).toEqual(defaultSite);
    expect(defaultSite).toEqual({ users: [], settings: {} });
    expect(defaultSettings).toMatchObject({
      timezone: 'UTC',
      default_language: 'en',
      currency_symbol: '$',
      currency_code: 'USD',
      events_per_page: 10,
      day_cutoff: '00:00',
      zone_mode: 'event',
    });
  });

  it('are those of the file, including the name and the time zone', () => {
    const site = readSite({
      name: 'Riverside',
      timezone: 'America/New_York',
      users: [ada],
      settings: { currency_symbol: '€' },
    });
    expect(site.settings).toEqual({ name: 'Riverside', timezone: 'America/New_York', currency_symbol: '€' });
    expect(site.users).toEqual([
      {
        login: 'ada',
        role: 'editor',
        email: 'ada@example.test',
        first_name: '',
        last_name: '',
        application_passwords: [],
      },
    ]);
  });

  it.each([
    [{ timezne: 'UTC' }, 'timezne: is unknown. Did you mean timezone?'],
    [{ settings: { curency_code: 'EUR' } }, 'settings.curency_code: is unknown. Did you mean currency_code?'],
    [{ settings: { timezone: 'UTC' } }, 'settings.timezone: is unknown. Did you mean timezone?'],
    [{ currency_code: 'EUR' }, 'currency_code: is unknown. Did you mean settings.currency_code?'],
    [
      { settings: { popup_limits: { visitor: 1, address: 1, sites: 1, site: 1 } } },
      'sites: is unknown. Did you mean site?',
    ],
    [{ users: [ada, { ...ada, id: 7 }, { ...ada, id: 7 }] }, 'users.2.id: is also the id of user 1'],
    [{ users: [{ ...ada, roles: ['editor'] }] }, 'users.0.roles: is unknown. Did you mean role?'],
    [
      { users: [{ ...ada, application_passwords: [{ name: 'a', password: 'b', scope: 'c' }] }] },
      'Known are name, password.',
    ],
  ])('are refused with the nearest known member: %j', (description, fault) => {
    expect(() => readSite(description)).toThrow(fault);
  });

  it('are refused with every fault if they are invalid', () => {
    const faulty = { timezone: 'Nowhere/Town', default_language: 'de', settings: { day_cutoff: '25:00' } };
    expect(() => readSite(faulty)).toThrow(
      /timezone: is not a time zone\n {2}settings\.day_cutoff: .*\n {2}default_language: .*en, en-CA, fr-CA, es-US; got de/s,
    );
  });

  it('name the languages of the site, the first of which is the default', () => {
    const { settings } = readSite({ languages: ['DE', 'pt-br'] });
    expect(settings).toEqual({ languages: ['de', 'pt-BR'] });
    expect(completeSettings(settings)).toMatchObject({ default_language: 'de' });
    const chosen = readSite({ languages: ['de', 'pt-BR'], default_language: 'pt-BR' });
    expect(completeSettings(chosen.settings)).toMatchObject({ default_language: 'pt-br' });
  });

  it.each([
    [['de', 'pt_BR'], 'languages.1: is not a language tag such as pt-BR'],
    [['de', 'DE'], 'languages: names a language twice'],
    [['de', 'fr', 'de-DE'], 'languages: has de and de-DE, which have the same locale de_DE'],
    [[], 'languages: '],
    [Array.from({ length: 51 }, (_, number) => `de-${String(number).padStart(3, '0')}`), 'languages: '],
  ])('are refused with the languages %j', (languages, fault) => {
    expect(() => readSite({ languages })).toThrow(fault);
  });

  it('accept two languages of one locale if one of them has another locale of its own', () => {
    const language_overrides = { 'DE-de': { locale: 'de' } };
    const { settings } = readSite({ languages: ['de', 'de-DE'], settings: { language_overrides } });
    expect(settings.language_overrides).toEqual({ 'de-de': { locale: 'de' } });
  });

  it('are refused with overrides of something that is no language', () => {
    expect(() => readSite({ settings: { language_overrides: { en_CA: {} } } })).toThrow(
      'settings.language_overrides: has a key that is not a language tag such as pt-BR',
    );
  });

  describe('in a file', () => {
    let folder = '';
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'almanac-site-'));
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('are read as JSON', async () => {
      const path = join(folder, 'site.json');
      await writeFile(path, '{"name":"Harbour"}');
      expect(await readSiteFile(path)).toEqual({ users: [], settings: { name: 'Harbour' } });
    });

    it.each([
      ['site.json', '{"name":'],
      ['missing.json', undefined],
    ])('%s is refused by name if it is not a JSON file', async (name, content) => {
      const path = join(folder, name);
      if (content !== undefined) await writeFile(path, content);
      await expect(readSiteFile(path)).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining(path),
      });
    });
  });
});
