import { isUtf8 } from 'node:buffer';

/** Texts that editors write into pictures (IPTC IIM 4.2, record 2). */
export interface IptcData {
  readonly objectName?: string;
  readonly headline?: string;
  readonly caption?: string;
  readonly credit?: string;
  readonly byline?: string;
  readonly copyright?: string;
  /** `YYYYMMDD` */
  readonly created?: string;
  /** `HHMMSS±HHMM` */
  readonly createdTime?: string;
  readonly keywords?: readonly string[];
}

const KEYWORD = 25;

const NAMES: Readonly<Record<number, Exclude<keyof IptcData, 'keywords'>>> = {
  5: 'objectName',
  55: 'created',
  60: 'createdTime',
  80: 'byline',
  105: 'headline',
  110: 'credit',
  116: 'copyright',
  120: 'caption',
};

const MARK = 0x1c;
const RECORD = 2;
const HEADER = 5;
/** Lengths from this value on use an extended form; no text is that long. */
const EXTENDED = 0x8000;

const textOf = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

/** Reads the data sets of a picture's IPTC block, wherever they begin; of repeated ones the first counts. */
export const readIptc = (block: Buffer): IptcData => {
  const texts: Partial<Record<string, string>> = {};
  const keywords: string[] = [];
  let at = block.indexOf(Buffer.from([MARK, RECORD]));
  while (at !== -1 && at + HEADER <= block.length && block[at] === MARK) {
    const dataSet = block[at + 2] ?? 0;
    const length = block.readUInt16BE(at + 3);
    if (length >= EXTENDED) break;
    const text = textOf(block.subarray(at + HEADER, at + HEADER + length));
    const name = block[at + 1] === RECORD ? NAMES[dataSet] : undefined;
    if (name !== undefined) texts[name] ??= text;
    if (block[at + 1] === RECORD && dataSet === KEYWORD) keywords.push(text);
    at += HEADER + length;
  }
  return { ...texts, ...(keywords.length === 0 ? {} : { keywords }) };
};
