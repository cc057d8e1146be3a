import { readSite } from '@almanac/service';
import { createSiteClient, type SiteClient } from '../../import/siteClient.ts';
import { startAsked } from '../askedSite.contract.ts';
import { loadSample } from './loadSample.ts';

describe('the sample of a first start', () => {
  it('is complete and loaded once, though its load was interrupted', async () => {
    const began = Temporal.Instant.from('2026-07-01T12:00:00Z');
    const s = await startAsked({ site: readSite({}) });
    const { login: user = '', password = '' } = s.running.firstCredentials ?? {};
    let asked = 0;
    const clientOf =
      (most: number) =>
      (language: string): SiteClient => {
        const client = createSiteClient({ root: `${s.origin}/${language}/json`, user, password });
        return {
          request: (...given) => (++asked > most ? Promise.reject(new Error('interrupted')) : client.request(...given)),
        };
      };
    await expect(loadSample(clientOf(40), began)).rejects.toThrow('interrupted');
    const events = await loadSample(clientOf(Number.POSITIVE_INFINITY), began);
    for (const [language, of] of [
      ['en', events],
      ['fr-ca', events],
    ] as const) {
      const { text } = await s.ask(`/${language}/json/cal/events/v1/events?per_page=1&start_date=2026-06-30`);
      expect([language, JSON.parse(text).total]).toEqual([language, of]);
    }
    const venues = JSON.parse((await s.ask('/en/json/cal/events/v1/venues?per_page=50')).text).venues;
    expect(new Set(venues.map(({ venue }: { venue: string }) => venue)).size).toBe(venues.length);
    await s.running.stop();
  });
});
