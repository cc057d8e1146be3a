import { type Property, pictureOf } from '@almanac/dates/icalendar';
import { createOutgoing } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';
import type { Upload, UploadingClient } from '../siteClient.ts';
import { Pictures } from './pictures.ts';

const property = (value: string, type = 'uri'): Property => ({
  line: 3,
  name: 'image',
  parameters: { fmttype: 'image/png' },
  type,
  value,
});

/** Returns the picture of an entry that has one. */
const picture = (of: Property) => {
  const found = pictureOf([of]);
  if (found === undefined) throw new Error('no picture');
  return found;
};

const site = () => {
  const uploads: Upload[] = [];
  const client: UploadingClient = {
    request: async () => {
      throw new Error('unexpected request');
    },
    upload: async <Body>(_path: string, file: Upload) => {
      uploads.push(file);
      return { id: uploads.length } as Body;
    },
  };
  return { client, uploads };
};

describe('A picture of an entry', () => {
  it('is read once for all occurrences of the entry', () => {
    const inline = property('iVBORw0=', 'binary');
    expect(picture(inline)).toBe(picture(inline));
  });

  it('is decoded from the file when it is uploaded', async () => {
    const { client, uploads } = site();
    expect(await new Pictures(client, createOutgoing()).idOf(picture(property('iVBORw0=', 'binary')))).toBe(1);
    expect(uploads).toMatchObject([{ type: 'image/png', bytes: Buffer.from('iVBORw0=', 'base64') }]);
  });

  it('is refused above 16 MiB before it is decoded', async () => {
    const { client, uploads } = site();
    const large = picture(property('A'.repeat((16 * 1024 * 1024 * 4) / 3 + 4), 'binary'));
    await expect(new Pictures(client, createOutgoing()).idOf(large)).rejects.toThrow('it is larger than 16 MiB');
    expect(uploads).toEqual([]);
  });

  it.each([
    ['/caf%C3%A9.png', 'café.png'],
    ['/%E0.png', '%E0.png'],
  ])('has the name of its address: %s', async (path, name) => {
    const server = await startFakeServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    });
    const { client, uploads } = site();
    const pictures = new Pictures(client, createOutgoing(server));
    await pictures.idOf(picture(property(`http://named.test:${server.port}${path}`)));
    expect(uploads.map((file) => file.name)).toEqual([name]);
    await server.close();
  });
});
