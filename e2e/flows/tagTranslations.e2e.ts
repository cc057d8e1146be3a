import { eventually } from '@almanac/testing';
import { type SiteProcess, startSite } from '../site.ts';

interface Term {
  readonly id: number;
  readonly name: string;
  readonly i18n: { readonly source_language: string | null; readonly translations: Readonly<Record<string, number>> };
}

interface Event {
  readonly id: number;
  readonly title: string;
  readonly tags: readonly Term[];
}

const times = { start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' };

describe('translated tags, owned by core, in the calendar', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  const at = (language: string, path: string): string => `${site.origin}/${language}/json${path}`;
  const write = async <Body>(language: string, path: string, body: object): Promise<Body> => {
    const answer = await site.request<Body>('POST', at(language, path), { as: 'editor1', body });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const read = async <Body>(language: string, path: string): Promise<Body> =>
    (await site.request<Body>('GET', at(language, path), { as: 'editor1' })).body;

  it.each(['/core/v2/tags', '/cal/events/v1/tags'])(
    'are shown and found by language when they are created at %s',
    async (at) => {
      const music = await write<Term>('en', at, { name: `Music ${at.length}` });
      const musique = await write<Term>('fr-ca', at, { name: `Musique ${at.length}`, translation_of: music.id });
      const translations = { en: music.id, 'fr-ca': musique.id };
      expect(musique.i18n).toMatchObject({ source_language: 'en', translations });
      const harbour = await write<Event>('en', '/cal/events/v1/events', { ...times, title: 'Quay', tags: [music.id] });
      const port = await write<Event>('fr-ca', '/cal/events/v1/events', {
        ...times,
        title: 'Port',
        translation_of: harbour.id,
      });
      expect(port.tags.map(({ name }) => name)).toEqual([musique.name]);
      const found = await read<{ events: readonly Event[] }>(
        'fr-ca',
        `/cal/events/v1/events?tags=${musique.id}&starts_after=2031-01-01`,
      );
      expect(found.events.map(({ id }) => id)).toEqual([port.id]);
      const listed = await read<{ tags: readonly Term[] }>('fr-ca', `/cal/events/v1/tags?event=${harbour.id}`);
      expect(listed.tags.map(({ id }) => id)).toEqual([musique.id]);
      await site.request('DELETE', `/core/v2/tags/${music.id}?force=true`, { as: 'editor1' });
      await eventually(async () => {
        const { i18n } = await read<Term>('fr-ca', `/cal/events/v1/tags/${musique.id}`);
        return i18n.source_language === null && Object.keys(i18n.translations).join() === 'fr-ca';
      });
    },
  );
});
