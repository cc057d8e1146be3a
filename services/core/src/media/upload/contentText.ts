import { open } from 'node:fs/promises';

/** Number of leading bytes by which a file is judged. */
const LOOKED_AT = 65_536;

/** Properties of a file, derived from its first bytes. */
export interface FileStart {
  /** True for text of any usual encoding, false for binary data. */
  readonly isText: boolean;
  /** True for text that browsers or servers execute or render: HTML, SVG, XML, PHP. */
  readonly isMarkup: boolean;
}

/** Control characters that texts contain: tab, line ends, form feed, escape. */
const OF_TEXTS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 27]);
const BLANK = 32;

const isBinary = (text: string): boolean => {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < BLANK && !OF_TEXTS.has(code)) return true;
  }
  return false;
};

const MARKUP = /^\s*<(?:!doctype|!--|\?(?:php|=|xml)|html|head|body|script|svg|iframe|style|meta|a[\s>])/i;

const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, 2 + ((bytes.length - 2) & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('latin1').replace(/^ï»¿/, '');
};

/** Reads the first bytes of a file and classifies them. */
export const readBeginning = async (path: string): Promise<FileStart> => {
  const text = decoded(await firstBytes(path));
  const isText = !isBinary(text);
  return { isText, isMarkup: isText && MARKUP.test(text) };
};

const firstBytes = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
