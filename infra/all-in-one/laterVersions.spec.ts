import { eventually } from '@almanac/testing';
import type { RunningSite } from './compose.ts';
import { ADA_PASSWORD, siteOfAda, startSiteUnderTest } from './siteUnderTest.contract.ts';

interface RecordId {
  readonly id: number;
}

describe('a version made later on a whole site', () => {
  let site: RunningSite;
  beforeEach(async () => {
    site = await startSiteUnderTest(siteOfAda());
  });
  afterEach(() => site.stop());

  const authorization = `Basic ${Buffer.from(`ada:${ADA_PASSWORD}`).toString('base64')}`;
  const ask = async (method: string, language: string, path: string, body?: object) => {
    const init = { method, headers: { authorization, 'content-type': 'application/json' } };
    const url = `http://127.0.0.1:${site.port}/${language}/json${path}`;
    const answer = await fetch(url, { ...init, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBeLessThan(300);
    return JSON.parse(await answer.text());
  };

  it('is linked by posts and events in its language', async () => {
    const news: RecordId = await ask('POST', 'en', '/core/v2/categories', { name: 'News' });
    const post: RecordId = await ask('POST', 'fr-ca', '/core/v2/posts', { title: 'Foire', categories: [news.id] });
    const organizer: RecordId = await ask('POST', 'en', '/cal/events/v1/organizers', {
      organizer: 'Harbour club',
      status: 'publish',
    });
    const harbour: RecordId = await ask('POST', 'en', '/core/v2/tags', { name: 'Harbour' });
    const event: RecordId = await ask('POST', 'fr-ca', '/cal/events/v1/events', {
      title: 'Foire',
      start_date: '2031-06-10 19:30:00',
      end_date: '2031-06-10 22:00:00',
      status: 'publish',
      organizer: [organizer.id],
      tags: [harbour.id],
    });
    const nouvelles: RecordId = await ask('POST', 'fr-ca', '/core/v2/categories', {
      name: 'Nouvelles',
      translation_of: news.id,
    });
    const club: RecordId = await ask('POST', 'fr-ca', '/cal/events/v1/organizers', {
      organizer: 'Club du port',
      status: 'publish',
      translation_of: organizer.id,
    });
    const port: RecordId = await ask('POST', 'fr-ca', '/core/v2/tags', { name: 'Port', translation_of: harbour.id });
    await eventually(async () => {
      const { categories } = await ask('GET', 'fr-ca', `/core/v2/posts/${post.id}`);
      return categories.includes(nouvelles.id);
    });
    await eventually(async () => {
      const { organizer: organizers, tags } = await ask('GET', 'fr-ca', `/cal/events/v1/events/${event.id}`);
      return organizers[0]?.id === club.id && tags[0]?.id === port.id;
    });
  });
});
