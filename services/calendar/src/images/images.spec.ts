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

  it('follows the rights on the post that its file is attached to', async () => {
    const post = { id: 60, language: 'en', title: 'Secret', author: 2, image: null, protected: false };
    const tell = (position: number, data: object) =>
      calendar.deliver({ type: 'core.post-changed.v1', key: 'post-60', data: { ...post, ...data }, position });
    const texts = { description: '[gallery ids="70"]' };
    const { id } = (
      await calendar.ask('editor', 'POST', '/events', { body: { ...times, title: 'x', image: 70, ...texts } })
    ).body;
    const roles = ['visitor', 'contributor', 'author', 'editor'] as const;
    const seenBy = async () => {
      const seen = [];
      for (const role of roles) {
        const { image, description } = (await calendar.ask(role, 'GET', `/events/${id}`)).body;
        if (image !== false) seen.push(role);
        if (description.includes(picture.path)) seen.push(`gallery for ${role}`);
      }
      return seen;
    };
    const everybody = roles.flatMap((role) => [role, `gallery for ${role}`]);
    expect(await seenBy()).toEqual(everybody);
    await calendar.deliver({ type: 'core.media-changed.v1', data: { id: 70, author: 0, parent: 60 }, position: 3 });
    expect(await seenBy()).toEqual(['editor']);
    await tell(4, { status: 'publish' });
    expect(await seenBy()).toEqual(everybody);
    await tell(5, { status: 'private' });
    expect(await seenBy()).toEqual(['editor']);
    expect((await create(70, 'contributor')).status).toBe(400);
    await tell(6, { status: 'trash' });
    expect(await seenBy()).toEqual(['editor']);
    await tell(7, { status: 'draft', author: 4 });
    expect(await seenBy()).toEqual(['contributor', 'editor']);
    await calendar.deliver({ type: 'core.post-deleted.v1', key: 'post-60', data: { id: 60 }, position: 8 });
    await calendar.deliver({ type: 'core.media-changed.v1', data: { id: 70, parent: 0 }, position: 9 });
    expect(await seenBy()).toEqual(everybody);
  });

  it('is removed from records when its file is deleted', async () => {
    const { id } = (await create(70)).body;
    await calendar.deliver({ type: 'core.media-deleted.v1', data: { id: 70 }, position: 3 });
    const { body } = await calendar.ask('visitor', 'GET', `/events/${id}`);
    expect([body.image, 'image' in body.venue]).toEqual([false, false]);
  });
});
