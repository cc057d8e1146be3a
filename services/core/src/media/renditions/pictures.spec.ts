import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { makeRenditions, type StoreRendition } from './makeRenditions.ts';
import { type Picture, readPicture } from './picture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
});
afterAll(() => rm(folder, { recursive: true }));

const plain = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: 'teal' } });

const pictureOf = async (content: Buffer, type = 'image/jpeg'): Promise<Picture | undefined> => {
  const path = join(folder, 'received');
  await writeFile(path, content);
  return readPicture(path, type);
};

const renditionsOf = async (content: Buffer, type = 'image/jpeg', extension = 'jpg') => {
  const kept = new Map<string, Buffer>();
  const keep: StoreRendition = async (name, bytes) => {
    if (kept.has(name)) throw new Error(`${name} is kept already`);
    kept.set(name, Buffer.from(bytes));
  };
  const picture = (await pictureOf(content, type)) as Picture;
  const making = { name: { base: 'pier', extension }, keep, signal: new AbortController().signal };
  return { kept, ...(await makeRenditions(picture, making)) };
};

describe('the renditions of a picture', () => {
  it('are its sizes, each in a file of its own', async () => {
    const { sizes, used, kept } = await renditionsOf(await plain(1_600, 900).jpeg().toBuffer());
    expect(used).toBeUndefined();
    expect(Object.entries(sizes).map(([name, { file }]) => `${name} ${file}`)).toEqual([
      'medium pier-300x169.jpg',
      'large pier-1024x576.jpg',
      'thumbnail pier-150x150.jpg',
      'medium_large pier-768x432.jpg',
      '1536x1536 pier-1536x864.jpg',
    ]);
    for (const { file, width, height, filesize, mimeType } of Object.values(sizes)) {
      const bytes = kept.get(file) as Buffer;
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: 'jpeg' });
      expect([bytes.length, mimeType]).toEqual([filesize, 'image/jpeg']);
    }
  });

  it('begin with a scaled version if the picture is too large to be used', async () => {
    const { used, sizes, kept } = await renditionsOf(await plain(2_600, 1_500).jpeg().toBuffer());
    expect(used).toMatchObject({ file: 'pier-scaled.jpg', width: 2_560, height: 1_477 });
    expect(await sharp(kept.get('pier-scaled.jpg')).metadata()).toMatchObject({ width: 2_560, height: 1_477 });
    expect(sizes['2048x2048']).toMatchObject({ file: 'pier-2048x1182.jpg' });
  });

  it('stand upright if the camera did not', async () => {
    const turned = await plain(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { used, sizes, kept } = await renditionsOf(turned);
    expect(used).toMatchObject({ file: 'pier-rotated.jpg', width: 200, height: 400 });
    expect(await sharp(kept.get('pier-rotated.jpg')).metadata()).toMatchObject({ width: 200, height: 400 });
    expect((await sharp(kept.get('pier-rotated.jpg')).metadata()).orientation ?? 1).toBe(1);
    expect(sizes.medium).toMatchObject({ width: 150, height: 300 });
  });

  it('share one file if their sizes are equal', async () => {
    const { sizes, kept } = await renditionsOf(await plain(1_200, 1_600).jpeg().toBuffer());
    expect(sizes.medium_large).toEqual(sizes.large);
    expect(sizes.large).toMatchObject({ file: 'pier-768x1024.jpg', width: 768, height: 1_024 });
    expect(kept.get('pier-768x1024.jpg')?.length).toBe(sizes.large?.filesize);
  });

  it('are cut sharp out of long narrow pictures', async () => {
    const left = sharp({ create: { width: 50, height: 30_000, channels: 3, background: 'white' } });
    const striped = await plain(100, 30_000)
      .composite([{ input: await left.png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { sizes, kept } = await renditionsOf(striped, 'image/png', 'png');
    expect(sizes.thumbnail).toMatchObject({ width: 100, height: 150 });
    const row = await sharp(kept.get('pier-100x150.png'))
      .extract({ left: 48, top: 70, width: 4, height: 1 })
      .extractChannel(0)
      .raw()
      .toBuffer();
    expect([...row]).toEqual([255, 255, 0, 0]);
  });

  it('contain no camera data', async () => {
    const tagged = await plain(400, 200)
      .withExif({ IFD3: { GPSLatitude: '40/1' } })
      .jpeg()
      .toBuffer();
    const { kept } = await renditionsOf(tagged);
    expect((await sharp(kept.get('pier-300x150.jpg')).metadata()).exif).toBeUndefined();
  });

  it('are cut at the centre', async () => {
    const sides = await sharp({ create: { width: 100, height: 300, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const striped = await plain(500, 300)
      .composite([{ input: sides, left: 0, top: 0 }])
      .png()
      .toBuffer();
    const { kept } = await renditionsOf(striped, 'image/png', 'png');
    const [red] = await sharp(kept.get('pier-150x150.png'))
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(red).toBeLessThan(20);
  });

  it.each([
    ['image/png', 'png', (picture: Sharp) => picture.png()],
    ['image/gif', 'gif', (picture: Sharp) => picture.gif()],
    ['image/webp', 'webp', (picture: Sharp) => picture.webp()],
    ['image/avif', 'heif', (picture: Sharp) => picture.avif({ effort: 0 })],
  ] as const)('have for %s its own format', async (type, format, encode) => {
    const { sizes, kept } = await renditionsOf(await encode(plain(320, 240)).toBuffer(), type, 'x');
    expect(Object.keys(sizes)).toEqual(['medium', 'thumbnail']);
    expect((await sharp(kept.get('pier-300x225.x')).metadata()).format).toBe(format);
    expect(sizes.medium?.mimeType).toBe(type);
  });

  it('stay transparent', async () => {
    const clear = sharp({
      create: { width: 320, height: 240, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const { kept } = await renditionsOf(await clear.png().toBuffer(), 'image/png', 'png');
    expect((await sharp(kept.get('pier-300x225.png')).stats()).isOpaque).toBe(false);
  });

  it('stand still for a moving picture, which is used itself', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 2_600, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { used, sizes, kept } = await renditionsOf(moving, 'image/gif', 'gif');
    expect(used).toBeUndefined();
    expect((await sharp(kept.get(sizes.medium?.file ?? '')).metadata()).pages ?? 1).toBe(1);
  });

  it('are created from a truncated picture as far as it goes', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    const { sizes } = await renditionsOf(whole.subarray(0, whole.length / 2));
    expect(Object.keys(sizes)).toEqual(['medium', 'thumbnail']);
  });
});

describe('a picture', () => {
  it('is not read if it is invalid', async () => {
    expect(await pictureOf(Buffer.from('\xff\xd8\xff but nothing else', 'latin1'))).toBeUndefined();
    expect(await pictureOf(Buffer.from('BM and nothing else'), 'image/bmp')).toBeUndefined();
  });

  it('tells its size in a format without renditions', async () => {
    const bitmap = Buffer.alloc(60);
    bitmap.write('BM');
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeUInt32LE(12, 18);
    bitmap.writeInt32LE(7, 22);
    expect(await pictureOf(bitmap, 'image/bmp')).toMatchObject({ width: 12, height: 7 });
  });

  it('tells the camera’s data', async () => {
    const content = await plain(8, 8)
      .withExif({
        IFD0: { Model: 'Pocket 2', Artist: 'Ann', Copyright: 'By Ann', ImageDescription: 'Pier <b>at</b> dusk' },
        IFD2: {
          FNumber: '28/10',
          FocalLength: '50/1',
          ISOSpeedRatings: '200',
          ExposureTime: '1/125',
          DateTimeDigitized: '2024:05:06 07:08:09',
          UserComment: 'Seen from the boat',
        },
      })
      .jpeg()
      .toBuffer();
    expect((await pictureOf(content))?.meta).toEqual({
      aperture: '2.8',
      credit: 'Ann',
      camera: 'Pocket 2',
      caption: 'Seen from the boat',
      created_timestamp: String(Date.parse('2024-05-06T07:08:09Z') / 1_000),
      copyright: 'By Ann',
      focal_length: '50',
      iso: '200',
      shutter_speed: '0.008',
      title: 'Pier at dusk',
      orientation: '1',
      keywords: [],
    });
  });

  it('tells none without such data', async () => {
    expect((await pictureOf(await plain(8, 8).png().toBuffer(), 'image/png'))?.meta).toMatchObject({
      aperture: '0',
      camera: '',
      created_timestamp: '0',
      orientation: '0',
      keywords: [],
    });
  });
});
