import fc from 'fast-check';
import sharp from 'sharp';
import { serveCore, type TestService } from '../testing.contract.ts';
import { picture, uploadRaw } from './testing.contract.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

const upload = async (content: Buffer, name?: string) => {
  const { status, body } = await uploadRaw(core, { content, ...(name !== undefined && { name }) });
  expect([status, body.code]).toEqual([201, undefined]);
  return body;
};

interface Size {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly source_url: string;
}

/** Checks that every size leads to a file with its declared sides. */
const checkFiles = async ({ media_details }: { media_details: { sizes: Record<string, Size> } }): Promise<void> => {
  for (const { source_url, width, height } of Object.values(media_details.sizes)) {
    const response = await fetch(`${core.address}${new URL(source_url).pathname}`);
    expect(response.status).toBe(200);
    const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([seen.autoOrient.width, seen.autoOrient.height]).toEqual([width, height]);
  }
};

describe('a portrait of 1200 × 1600', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is stored in orientation %i, two of its sizes in one file',
    async (orientation) => {
      const [width, height] = orientation < 5 ? [1_200, 1_600] : [1_600, 1_200];
      const content = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer();
      const body = await upload(content, `portrait-${orientation}-of-8.jpg`);
      const { large, medium_large } = body.media_details.sizes;
      expect(large).toMatchObject({ width: 768, height: 1_024 });
      expect(medium_large).toEqual(large);
      expect(body.missing_image_sizes).toEqual([]);
      await checkFiles(body);
    },
  );

  it('is removed with all its files when it is deleted', async () => {
    const { id, media_details } = await upload(await picture(1_200, 1_600), 'gone.jpg');
    expect((await core.ask('author', 'DELETE', `/core/v2/media/${id}?force=true`)).status).toBe(200);
    const { file } = media_details.sizes.large;
    expect(await core.media.files.exists(`2026/05/${file}`)).toBe(false);
  });
});

describe('a picture of any size', () => {
  it('is stored', async () => {
    const side = fc.integer({ min: 1, max: 3_000 });
    await fc.assert(
      fc.asyncProperty(side, side, async (width, height) => {
        await checkFiles(await upload(await picture(width, height)));
      }),
      {
        numRuns: 12,
        examples: [
          [1, 1],
          [1, 3_000],
          [3_000, 1],
          [768, 1_024],
          [1_024, 1_024],
          [2_561, 2_561],
        ],
      },
    );
  });
});
