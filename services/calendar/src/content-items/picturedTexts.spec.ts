import type { Documents } from '@almanac/documents';
import { ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';
import { picturedTexts } from './picturedTexts.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const file = (name: string, width: number, height: number) => ({
  path: `/uploads/2031/01/${name}.jpg`,
  width,
  height,
  mimeType: 'image/jpeg',
});
const pier = {
  id: 70,
  status: 'inherit',
  title: 'Pier',
  slug: 'pier',
  parent: 0,
  alt: 'Boats',
  author: 1,
  file: file('pier', 800, 600),
  sizes: { medium: file('pier-300x225', 300, 225), thumbnail: file('pier-150x150', 150, 150) },
};

const content = `<img class="core-image-70" src="${ORIGIN}/uploads/2031/01/pier.jpg" alt="A">`;
const versions = `${ORIGIN}/uploads/2031/01/pier.jpg 800w, ${ORIGIN}/uploads/2031/01/pier-300x225.jpg 300w`;
const shown =
  `<p><img loading="lazy" decoding="async" width="800" height="600" class="core-image-70" ` +
  `src="${ORIGIN}/uploads/2031/01/pier.jpg" alt="A" srcset="${versions}" sizes="(max-width: 800px) 100vw, 800px"></p>`;

describe('the pictures in the texts of records', () => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
    const { height: _, ...wide } = file('pier-wide', 300, 225);
    const { width: __, ...high } = file('pier-high', 300, 225);
    const media = [
      pier,
      { ...pier, id: 71, status: 'private' },
      { ...pier, id: 72, sizes: { medium: wide } },
      { ...pier, id: 73, sizes: { medium: high } },
      { ...pier, id: 74, sizes: {}, file: wide },
      { ...pier, id: 75, sizes: {}, file: high },
    ];
    for (const [index, data] of media.entries())
      await calendar.deliver({ type: 'core.media-changed.v1', data, position: index + 1 });
  });
  afterAll(() => calendar.stop());

  const write = async (path: string, body: object) => {
    const made = await calendar.ask('editor', 'POST', path, { body });
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    return made.body;
  };
  const read = async (path: string) => (await calendar.ask('visitor', 'GET', path)).body;
  const page = async (path: string) => (await calendar.send('visitor', `/internal/pages/${path}`, {})).text();

  it('are shown with sizes and versions in events, venues and organizers, one by one, in lists and on pages', async () => {
    const description = content;
    const made = await write('/events', {
      ...times,
      title: 'Concert',
      description,
      venue: { venue: 'Quay', description },
      organizer: { organizer: 'Choir', description },
    });
    expect(made.description).toBe(shown);
    const event = await read(`/events/${made.id}`);
    const [listed] = (await read('/events')).events;
    for (const one of [event, listed])
      expect([one.description, one.venue.description, one.organizer[0].description]).toEqual([shown, shown, shown]);
    expect((await read(`/venues/${made.venue.id}`)).description).toBe(shown);
    expect((await read('/organizers')).organizers[0].description).toBe(shown);
    for (const path of ['event/concert', 'venue/quay', 'organizer/choir']) expect(await page(path)).toContain(shown);
  });

  it('are shown in galleries, except for private ones', async () => {
    const { description } = await write('/events', { ...times, title: 'x', description: '[gallery ids="70,71,99"]' });
    expect(description).toMatch(/^<div class="gallery"><figure class="gallery-item"><img [^>]*alt="Boats" width="300"/);
    expect(description.match(/<figure/g)).toHaveLength(1);
  });

  it('are shown with sizes and versions if an author has written a private one into the text', async () => {
    const written = content.replace('core-image-70', 'core-image-71');
    const { description } = await write('/events', { ...times, title: 'x', description: written });
    expect(description).toBe(shown.replace('core-image-70', 'core-image-71'));
  });

  it('are shown in galleries by a version with known sizes, and not at all without one', async () => {
    const { description } = await write('/events', {
      ...times,
      title: 'x',
      description: '[gallery ids="72,73,74,75"]',
    });
    const images = [...description.matchAll(/<img [^>]*>/g)].map(([image]) => image);
    const whole = expect.stringMatching(/src="[^"]*\/pier\.jpg".* width="800" height="600"/);
    expect(images).toEqual([whole, whole]);
  });

  it('are hidden for an event that a password protects', async () => {
    const { id } = await write('/events', { ...times, title: 'x', description: content, password: 'word' });
    const [listed] = (await read(`/events?include=${id}`)).events;
    expect(listed.description).toBe('');
  });

  it('are looked up together, and only if a text names any', async () => {
    let asked = 0;
    const documents: Documents = {
      ...calendar.documents,
      getMany: (collection, ids) => {
        asked += 1;
        return calendar.documents.getMany(collection, ids);
      },
    };
    const records = (text: string) => Array.from({ length: 50 }, () => ({ content: text, excerpt: text }));
    const texts = await picturedTexts(documents, records(content), ORIGIN);
    expect([asked, texts.members({ content, excerpt: '' })]).toEqual([1, { description: shown }]);
    expect(
      (await picturedTexts(documents, records('plain'), ORIGIN)).members({ content: 'plain', excerpt: '' }),
    ).toEqual({});
    expect(asked).toBe(1);
  });
});
