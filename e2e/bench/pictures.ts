import sharp, { type Sharp } from 'sharp';
import { credentials, type SiteProcess, startSite } from '../site.ts';
import { forgetPeak, megabytesOf } from './memory.ts';
import { report, section } from './report.ts';

const SIDE_PIXELS = 10_000;
const WHOLE = 5_000;
const COPIES = 4_000;

const noise = (side: number): Sharp =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 3 },
    },
    limitInputPixels: false,
  });

const flat = (side: number): Sharp => sharp({ create: { width: side, height: side, channels: 4, background: 'teal' } });

/** Largest accepted pictures, for each way of reading them. */
const pictures: readonly (readonly [name: string, type: string, picture: () => Sharp])[] = [
  ['100 megapixels of JPEG', 'image/jpeg', () => noise(SIDE_PIXELS).jpeg({ quality: 30 })],
  [
    '100 megapixels of JPEG, turned',
    'image/jpeg',
    () => noise(SIDE_PIXELS).withMetadata({ orientation: 6 }).jpeg({ quality: 30 }),
  ],
  [
    '100 megapixels of PNG',
    'image/png',
    () =>
      flat(SIDE_PIXELS).png({
        compressionLevel: 1,
      }),
  ],
  ['25 megapixels of progressive JPEG', 'image/jpeg', () => noise(WHOLE).jpeg({ progressive: true })],
  ['25 megapixels of interlaced PNG', 'image/png', () => flat(WHOLE).png({ progressive: true })],
  ['25 megapixels of WebP', 'image/webp', () => noise(WHOLE).webp({ effort: 0 })],
  ['16 megapixels of AVIF', 'image/avif', () => noise(COPIES).avif({ effort: 0 })],
  ['25 megapixels of GIF', 'image/gif', () => flat(WHOLE).gif({ effort: 1 })],
];

const upload = async (site: SiteProcess, type: string, content: Buffer): Promise<void> => {
  const name = `largest.${type.slice('image/'.length)}`;
  const { status } = await fetch(`${site.root}/core/v2/media`, {
    method: 'POST',
    headers: {
      authorization: credentials('admin'),
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: new Uint8Array(content),
  });
  if (status !== 201) throw new Error(`the upload of ${name} is answered with ${status}`);
};

/** Measures the additional memory of a site while the largest pictures are uploaded one after another. */
export const benchPictures = async (): Promise<void> => {
  section('Uploading the largest pictures');
  const site = await startSite();
  const pid = site.process.pid as number;
  for (const [what, type, picture] of pictures) {
    const content = await picture().toBuffer();
    const idle = megabytesOf(pid);
    forgetPeak(pid);
    const begun = performance.now();
    await upload(site, type, content);
    const seconds = (performance.now() - begun) / 1_000;
    const more = Math.round(megabytesOf(pid, 'at most') - idle);
    report({
      what,
      figure: `${more} MB in ${seconds.toFixed(1)} s`,
      against: `${Math.round(idle)} MB before`,
      goal: '≤ 300 MB more',
      reached: more <= 300,
    });
  }
  await site.stop();
};
