import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import { registrations } from './service.ts';
import { serveCalendar } from './testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('the documents of the calendar', () => {
  it('equal the folds of the log, also after a rebuild', async () => {
    const calendar = await serveCalendar();
    const ask = async (method: string, path: string, body?: object, language = 'en') =>
      (await calendar.ask('editor', method, path, { body, language })).body;
    const venue = await ask('POST', '/venues', { venue: 'Hall', country: 'Canada' });
    await ask('POST', '/venues', { venue: 'Salle', translation_of: venue.id }, 'fr-ca');
    const event = await ask('POST', '/events', {
      ...times,
      title: 'Harbour',
      venue: venue.id,
      categories: 'Music',
      tags: 'loud',
      import_uid: 'u',
    });
    const french = await ask('POST', '/events', { ...times, title: 'Port', translation_of: event.id }, 'fr-ca');
    await ask('POST', `/events/${event.id}`, { start_date: '2031-06-10 19:00:00', categories: 'Music,Food' });
    await ask('DELETE', `/events/${french.id}`);
    await ask('POST', `/events/${french.id}`, { status: 'publish' }, 'fr-ca');
    const [food] = (await ask('GET', '/categories?slug=food')).categories;
    await ask('DELETE', `/categories/${food.id}`);
    const asked = async () => [
      await ask('GET', '/events'),
      await ask('GET', '/events', undefined, 'fr-ca'),
      await ask('GET', '/venues'),
      await ask('GET', '/categories?hide_empty=false'),
      await ask('GET', `/events/${french.id}`),
    ];
    const before = await asked();
    expect(before[1]?.events.map((each: { title: string }) => each.title)).toEqual(['Port']);
    const ports = { store: calendar.store, documents: calendar.documents, registrations };
    expect((await verifyDocuments(ports)).faults).toEqual([]);
    await rebuildDocuments(ports);
    expect(await asked()).toEqual(before);
    await calendar.stop();
  });
});
