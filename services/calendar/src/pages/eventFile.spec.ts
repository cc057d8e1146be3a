import ICAL from 'ical.js';
import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

describe('the calendar file of an event', () => {
  let site: ServedPages;

  beforeAll(async () => {
    site = await servePages({}, '2031-01-01T12:00:00Z');
    const make = (title: string, day: string, more: object = {}) =>
      site.make('/events', { title, start_date: `${day} 19:30:00`, end_date: `${day} 21:00:00`, ...more });
    await make('Fair', '2031-06-10');
    await make('Long ago', '2020-06-10');
    await make('Locked', '2031-06-11', { password: 'x' });
    await make('Unfinished', '2031-06-12', { status: 'draft' });
  });
  afterAll(() => site.stop());

  const summaries = async (path: string) => {
    const { status, text, headers } = await site.page(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const entries = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    return entries.map((entry) => entry.getFirstPropertyValue('summary'));
  };

  it.each([
    ['fair', ['Fair']],
    ['long-ago', ['Long ago']],
    ['locked', []],
  ])('has the event %s, whenever it takes place, if it is public', async (slug, events) => {
    expect(await summaries(`/event/${slug}/ical/`)).toEqual(events);
  });

  it.each(['unknown', 'unfinished'])('has all events instead of the event %s, which is not there', async (slug) => {
    expect(await summaries(`/event/${slug}/ical/`)).toEqual(['Fair']);
  });

  it('stands beside feeds of the calendar, which categories lead to', async () => {
    const { status, text } = await site.page('/events/feed/');
    expect(status).toBe(200);
    expect(text).toContain(`<atom:link href="${ORIGIN}/events/feed/" rel="self"`);
    expect(text).toContain('<title>Fair</title>');
    expect(await site.page('/events/category/arts/film/feed/')).toMatchObject({
      status: 301,
      location: `${ORIGIN}/events/feed/?categories=film`,
    });
    expect((await site.page('/events/tag/loud/feed/')).location).toBe(`${ORIGIN}/events/feed/?tags=loud`);
  });
});
