import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { until } from '@almanac/messaging/contract';
import type { RunningSite } from '../all-in-one/compose.ts';
import { languagesCommand } from './languages.ts';
import { ask, askAsAda, folderForSpec, heard, startOn } from './operatorSite.contract.ts';

const EVENTS = '/cal/events/v1/events';

describe('the command of languages', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let site: RunningSite;
  beforeAll(async () => {
    folder = await folderForSpec();
    site = await startOn(folder.data);
  });
  afterAll(async () => {
    await site.stop();
    await folder.remove();
    useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
  });

  const run = async (...args: string[]): Promise<readonly string[]> => {
    const around = heard(folder.data);
    expect(await languagesCommand.run(args, around)).toBe(true);
    return around.lines;
  };
  const isKnown = async (language: string): Promise<boolean> =>
    (await askAsAda(site, 'GET', `${EVENTS}?i18n_language=${language}`)).status === 200;

  it('lists the languages with their names and the default', async () => {
    expect(await run()).toEqual([
      'en\tEnglish\tdefault',
      'en-ca\tEnglish (Canada)',
      'fr-ca\tFrançais (Canada)',
      'es-us\tEspañol (Estados Unidos)',
    ]);
    expect(await run('list')).toEqual(await run());
  });

  it('adds languages to a running site and switches them off', async () => {
    expect(await run('add', 'PT-br', 'en')).toContain('pt-br\tPortuguês (Brasil)');
    await until(() => isKnown('pt-br'));
    expect(await run('remove', 'pt-BR')).toHaveLength(4);
    await until(async () => !(await isKnown('pt-br')));
  });

  it('refuses a language that is the prefix of the REST interface', async () => {
    const around = heard(folder.data);
    const prefixed = { ...around, environment: { ...around.environment, REST_PREFIX: 'nl' } };
    await expect(languagesCommand.run(['add', 'nl'], prefixed)).rejects.toMatchObject({
      code: 'i18n_language_conflict',
    });
  });

  it('changes the default language while the site has no records, also in the calendar', async () => {
    expect(await run('default', 'FR-ca')).toContain('fr-ca\tFrançais (Canada)\tdefault');
    await until(
      async () => (await fetch(`http://127.0.0.1:${site.port}/`)).headers.get('content-language') === 'fr-CA',
    );
    await run('default', 'en');
    await until(async () => (await fetch(`http://127.0.0.1:${site.port}/`)).headers.get('content-language') === 'en');
    const { id } = await ask<{ id: number }>(site, '/cal/events/v1/venues', { venue: 'Pier' });
    await expect(run('default', 'fr-ca')).rejects.toMatchObject({ code: 'i18n_default_in_use' });
    await askAsAda(site, 'DELETE', `/cal/events/v1/venues/${id}?force=true`);
  });

  it('refuses a language that is the address of a post, and the default language', async () => {
    await ask(site, '/core/v2/posts', { title: 'Pier', slug: 'nl', status: 'publish' });
    await expect(run('add', 'nl')).rejects.toThrow('The language nl cannot be added: the address /nl/ is in use.');
    await expect(run('remove', 'en')).rejects.toMatchObject({ code: 'i18n_default_in_use' });
  });

  it.each([
    [['add'], 'The language is missing'],
    [['add', 'pt_BR'], 'pt_BR is not a language tag such as pt-BR.'],
    [['remove', 'it'], 'The site does not have the language it.'],
    [['default', 'it'], 'The site does not have the language it.'],
    [['default'], 'The language is missing'],
    [['drop', 'it'], 'There is no action drop; there are list, add, remove and default.'],
  ])('refuses the arguments %j', async (args, reason) => {
    await expect(run(...args)).rejects.toThrow(reason);
  });

  it('works on a stopped site', async () => {
    await site.stop();
    await run('add', 'it');
    site = await startOn(folder.data);
    expect(await isKnown('it')).toBe(true);
  });
});
