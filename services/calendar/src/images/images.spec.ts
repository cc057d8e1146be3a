import { newPicture, ORIGIN, serveCalendar, type TestService } from '../testing.contract.ts';
import { mediaCopies } from './images.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const picture = {
  path: '/uploads/2031/01/harbour.jpg',
  width: 800,
  height: 600,
  filesize: 9000,
  mimeType: 'image/jpeg',
};
const small = { path: '/uploads/2031/01/harbour-150x150.jpg', width: 150, height: 150, mimeType: 'image/jpeg' };
const medium = {
  id: 70,
  status: 'inherit',
  title: 'Harbour',
  alt: '',
  author: 1,
  file: picture,
  sizes: { thumbnail: small },
};

describe('the image of a record', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
    const text = { ...medium, id: 71, file: { path: '/uploads/a.txt', mimeType: 'text/plain' }, sizes: {} };
    await calendar.deliver({ type: 'core.media-changed.v1', data: medium, position: 1 });
    await calendar.deliver({ type: 'core.media-changed.v1', data: text, position: 2 });
  });
  afterEach(() => calendar.stop());

  const create = (image: unknown, as: 'editor' | 'contributor' = 'editor') =>
    calendar.ask(as, 'POST', '/events', { body: { ...times, title: 'x', image, venue: { venue: 'Hall', image: 70 } } });

  it.each([70, '70', { id: 70 }, `${ORIGIN}${picture.path}`])('is stored and shown if it is %j', async (image) => {
    const { status, body } = await create(image);
    expect(status).toBe(201);
    expect(body.image).toEqual({
      url: `${ORIGIN}${picture.path}`,
      id: 70,
      extension: 'jpg',
      width: 800,
      height: 600,
      filesize: 9000,
      sizes: { thumbnail: { width: 150, height: 150, 'mime-type': 'image/jpeg', url: `${ORIGIN}${small.path}` } },
    });
    expect(body.venue.image.id).toBe(70);
    const { json_ld } = (await calendar.ask('visitor', 'GET', `/events/${body.id}`)).body;
    expect([json_ld.image, json_ld.location.image]).toEqual([body.image.url, body.image.url]);
    const removed = await calendar.ask('editor', 'POST', `/events/${body.id}`, { body: { image: '' } });
    expect(removed.body.image).toBe(false);
  });

  it.each([71, 99, 'foo', 'https://elsewhere.test/a.jpg', `${ORIGIN}/uploads/none.jpg`, { id: 71 }])(
    'is refused if it is %j',
    async (image) => {
      const { status, body } = await create(image);
      expect([status, Object.keys(body.data.params)]).toEqual([400, ['image']]);
    },
  );

  it('is named by its address only by users who may upload', async () => {
    expect((await create(`${ORIGIN}${picture.path}`, 'contributor')).status).toBe(400);
    expect((await create(70, 'contributor')).status).toBe(201);
  });

  it.each([newPicture.id, newPicture.address, `${ORIGIN}${newPicture.path}`])(
    'is looked up in core if it is still unknown: %s',
    async (image) => {
      const { status, body } = await create(image);
      const url = `${ORIGIN}${newPicture.path}`;
      expect([status, body.image]).toEqual([201, { url, id: newPicture.id, extension: 'jpg' }]);
      const facts = { ...medium, id: newPicture.id, file: { ...picture, path: newPicture.path } };
      await calendar.deliver({ type: 'core.media-changed.v1', data: facts, position: 3 });
      expect((await calendar.ask('visitor', 'GET', `/events/${body.id}`)).body.image).toMatchObject({
        url,
        width: 800,
      });
    },
  );

  it('is not fetched for a new event that is refused', async () => {
    for (const wrong of [{ end_date: '2001-01-01' }, { title: '<br>' }, { timezone: 'Mars/Olympus' }]) {
      const body = { ...times, title: 'x', image: newPicture.address, ...wrong };
      expect((await calendar.ask('author', 'POST', '/events', { body })).status).toBe(400);
    }
    expect([calendar.fetched, await calendar.documents.get(mediaCopies, newPicture.id)]).toEqual([[], undefined]);
  });

  it('is looked up for a new venue too', async () => {
    const venue = { venue: 'Pier', image: newPicture.address };
    const { status, body } = await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', venue } });
    expect([status, body.venue.image.id]).toEqual([201, newPicture.id]);
  });

  it('is removed from records when its file is deleted', async () => {
    const { id } = (await create(70)).body;
    await calendar.deliver({ type: 'core.media-deleted.v1', data: { id: 70 }, position: 3 });
    const { body } = await calendar.ask('visitor', 'GET', `/events/${id}`);
    expect([body.image, 'image' in body.venue]).toEqual([false, false]);
  });
});
