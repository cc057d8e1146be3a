import { rulesChanged, type SourceRecord, type TranslationRules } from '@almanac/contracts';
import { serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('the rules of translation in the calendar', () => {
  let calendar: TestService;
  let version: number;
  beforeEach(async () => {
    version = 0;
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const set = (rules: Partial<TranslationRules>) => {
    const data = { kinds: [], fields: [], ...rules, version: ++version };
    return calendar.deliver({ type: rulesChanged.type, source: 'translation', position: version, data });
  };
  const ask = async (method: string, path: string, body?: object, language = 'en') => {
    const answer = await calendar.ask('editor', method, path, { body, language });
    expect([answer.status < 300, answer.body.code]).toEqual([true, undefined]);
    return answer.body;
  };
  const names = async (plural: string, member: string, language: string) =>
    (await ask('GET', `/${plural}?hide_empty=false`, undefined, language))[plural].map(
      (each: Record<string, string>) => each[member],
    );

  it.each([
    ['events', 'title', 'cal_events'],
    ['venues', 'venue', 'cal_venue'],
    ['organizers', 'organizer', 'cal_organizer'],
    ['categories', 'name', 'cal_events_cat'],
  ])('choose the versions in lists of %s', async (plural, member, name) => {
    const { id } = await ask('POST', `/${plural}`, { ...times, [member]: 'Both' });
    await ask('POST', `/${plural}`, { ...times, [member]: 'Deux', translation_of: id }, 'fr-ca');
    await ask('POST', `/${plural}`, { ...times, [member]: 'English' });
    const shown = async () => [
      (await names(plural, member, 'en')).sort(),
      (await names(plural, member, 'fr-ca')).sort(),
      (await names(plural, member, 'es-us')).sort(),
    ];
    const all = ['Both', 'Deux', 'English'];
    const byMode = new Map([
      [0, [all, all, all]],
      [1, [['Both', 'English'], ['Deux'], []]],
      [
        2,
        [
          ['Both', 'English'],
          ['Deux', 'English'],
          ['Both', 'English'],
        ],
      ],
    ] as const);
    expect(await shown()).toEqual(byMode.get(2));
    for (const [mode, expected] of byMode) {
      await set({
        kinds: [
          { name, mode },
          { name: '__proto__', mode: 0 },
        ],
      });
      expect([mode, await shown()]).toEqual([mode, expected]);
    }
    await set({});
    expect(await shown()).toEqual(byMode.get(2));
  });

  const venue = async (id: number) => {
    const { address, city, province, stateprovince, website } = await ask('GET', `/venues/${id}`);
    return { address, city, province, stateprovince, website };
  };

  it('copy fields to every version, always or once, or leave them alone', async () => {
    await set({
      fields: [
        { name: '_VenueCity', action: 'copy' },
        { name: '_VenueProvince', action: 'copy' },
        { name: '_VenueAddress', action: 'copy-once' },
        { name: '_VenueURL', action: 'ignore' },
      ],
    });
    const sent = { country: 'Canada', city: 'Kiel', address: '1 Main', province: 'Quebec', website: 'https://a.test/' };
    const { id } = await ask('POST', '/venues', { venue: 'Hall', ...sent });
    const made = await ask('POST', '/venues', { venue: 'Salle', city: 'Ma ville', translation_of: id }, 'fr-ca');
    const first = { city: 'Kiel', address: '1 Main', province: 'Quebec', stateprovince: 'Quebec' };
    expect(await venue(made.id)).toEqual(first);
    const own = await ask('POST', '/venues', { venue: 'Salón', address: 'Calle 1', translation_of: id }, 'es-us');
    expect(await venue(own.id)).toMatchObject({ address: 'Calle 1', city: 'Kiel' });
    await ask('POST', `/venues/${id}`, { city: 'Sydney', address: '2 Main', province: 'Ontario' });
    for (const each of [made.id, own.id])
      expect(await venue(each)).toMatchObject({ city: 'Sydney', province: 'Ontario', stateprovince: 'Ontario' });
    expect([(await venue(made.id)).address, (await venue(own.id)).address]).toEqual(['1 Main', 'Calle 1']);
  });

  it('copy a cost without its currency, in the commit of the change', async () => {
    await set({ fields: [{ name: '_EventCost', action: 'copy' }] });
    const { id } = await ask('POST', '/events', { ...times, title: 'Concert', cost: '15' });
    const french = await ask(
      'POST',
      '/events',
      { title: 'Concert', translation_of: id, currency_symbol: '€' },
      'fr-ca',
    );
    const before = await calendar.store.last();
    await ask('POST', `/events/${id}`, { cost: 'Free' });
    expect(await calendar.store.last()).toBe(before + 1);
    expect(await ask('GET', `/events/${french.id}`)).toMatchObject({ cost: 'Free' });
    await ask('POST', `/events/${id}`, { cost: '20' });
    expect(await ask('GET', `/events/${french.id}`)).toMatchObject({ cost: '€20' });
  });

  it('choose the texts that are sent to translation', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Hall', city: 'Kiel' });
    const sources = async () => {
      const response = await calendar.send('system', '/internal/translation-sources', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ elements: [{ type: 'post_cal_venue', id }] }),
      });
      const { translatable, units } = (
        (await response.json()) as { sources: [Pick<SourceRecord, 'translatable' | 'units'>] }
      ).sources[0];
      return [translatable, units.map((unit) => unit.id)];
    };
    expect(await sources()).toEqual([true, ['title', 'field-_VenueCity-0']]);
    await set({ fields: [{ name: '_VenueCity', action: 'copy' }], kinds: [{ name: 'cal_venue', mode: 1 }] });
    expect(await sources()).toEqual([true, ['title']]);
    await set({ kinds: [{ name: 'cal_venue', mode: 0 }] });
    expect(await sources()).toEqual([false, ['title', 'field-_VenueCity-0']]);
  });
});
