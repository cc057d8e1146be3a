import { isNativeError } from 'node:util/types';
import { plainText } from '@almanac/text';
import readExif from 'exif-reader';
import { type IptcData, readIptc } from './iptc.ts';

/** Metadata embedded in a picture, as texts; `0` for a missing number (docs/interface/core-media.md §5). */
export interface ImageMeta {
  readonly aperture: string;
  readonly credit: string;
  readonly camera: string;
  readonly caption: string;
  /** Seconds since the epoch. */
  readonly created_timestamp: string;
  readonly copyright: string;
  readonly focal_length: string;
  readonly iso: string;
  /** Seconds. */
  readonly shutter_speed: string;
  readonly title: string;
  readonly orientation: string;
  readonly keywords: readonly string[];
}

/** Metadata blocks of a picture's file. */
export interface PictureData {
  readonly exif?: Uint8Array | undefined;
  readonly iptc?: Uint8Array | undefined;
}

type Exif = ReturnType<typeof readExif>;

/** Length in characters below which a description counts as a title, otherwise as a caption. */
const MAX_TITLE_LENGTH = 80;
const MAX_TEXT_LENGTH = 2_000;
const MAX_KEYWORDS = 100;

const cleaned = (text: unknown): string =>
  typeof text === 'string' ? plainText(text.replaceAll('\0', '').toWellFormed()).slice(0, MAX_TEXT_LENGTH) : '';

const firstOf = (...texts: readonly unknown[]): string => texts.map(cleaned).find((text) => text !== '') ?? '';

const asTitle = (text: string): string => ([...text].length < MAX_TITLE_LENGTH ? text : '');

const numberOf = (value: unknown, digits = 6): string =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? String(Number(value.toFixed(digits))) : '0';

/** Reads the metadata of cameras (EXIF) and editors (IPTC); those of editors take precedence. */
export const imageMeta = (data: PictureData): ImageMeta => {
  const iptc = data.iptc === undefined ? {} : readIptc(Buffer.from(data.iptc));
  const exif = exifOf(data.exif);
  const image = exif.Image ?? {};
  const photo = exif.Photo ?? {};
  const { title, caption } = ownTexts(iptc, cleaned(image.ImageDescription), photo.UserComment);
  return {
    aperture: numberOf(photo.FNumber, 2),
    credit: firstOf(iptc.credit, iptc.byline, image.Artist),
    camera: cleaned(image.Model),
    caption,
    created_timestamp: createdAt(photo.DateTimeDigitized ?? photo.DateTimeOriginal, iptc),
    copyright: firstOf(iptc.copyright, image.Copyright),
    focal_length: numberOf(photo.FocalLength),
    iso: numberOf([photo.ISOSpeedRatings].flat()[0]),
    shutter_speed: numberOf(photo.ExposureTime),
    title,
    orientation: numberOf(image.Orientation),
    keywords: keywordsOf(iptc),
  };
};

const ownTexts = (iptc: IptcData, described: string, comment: unknown): Pick<ImageMeta, 'title' | 'caption'> => ({
  title: firstOf(iptc.headline, iptc.objectName, asTitle(cleaned(iptc.caption)), asTitle(described)),
  caption: firstOf(iptc.caption, userComment(comment), described),
});

const keywordsOf = ({ keywords = [] }: IptcData): string[] =>
  keywords
    .map(cleaned)
    .filter((word) => word !== '')
    .slice(0, MAX_KEYWORDS);

/** Returns the EXIF data; none if they are invalid, as some devices write them. */
const exifOf = (bytes: Uint8Array | undefined): Partial<Exif> => {
  if (bytes === undefined) return {};
  try {
    return readExif(Buffer.from(bytes));
  } catch (error) {
    if (!isNativeError(error)) throw error;
    return {};
  }
};

const COMMENT_CODE = 8;

/** Decodes a comment, which starts with the name of its encoding. Only ASCII and comments without a name are read. */
const userComment = (bytes: unknown): string => {
  if (!Buffer.isBuffer(bytes) || bytes.length <= COMMENT_CODE) return '';
  const code = bytes.toString('latin1', 0, COMMENT_CODE).replaceAll('\0', '');
  return code === 'ASCII' || code === '' ? bytes.toString('utf8', COMMENT_CODE) : '';
};

const createdAt = (digitized: unknown, { created, createdTime }: IptcData): string => {
  const time = digitized instanceof Date ? digitized.getTime() : Date.parse(iptcMoment(created, createdTime));
  return Number.isNaN(time) ? '0' : String(Math.trunc(time / 1_000));
};

const iptcMoment = (date = '', time = '000000'): string =>
  `${date}T${time}`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z');
