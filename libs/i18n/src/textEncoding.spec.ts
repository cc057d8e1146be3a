import { strictDecoder, wideEncoding, xmlEncoding } from './textEncoding.ts';

const inUtf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('The encoding of a text', () => {
  it.each<[string, Buffer, string | undefined]>([
    ['a mark of the lower byte first', inUtf16('\ufeffé'), 'utf-16le'],
    ['a mark of the higher byte first', inUtf16('\ufeffé').swap16(), 'utf-16be'],
    ['zeros in every second byte', inUtf16('source,target'), 'utf-16le'],
    ['zeros in every first byte', inUtf16('BEGIN').swap16(), 'utf-16be'],
    ['no zeros', Buffer.from('source,target'), undefined],
    ['no bytes', Buffer.alloc(0), undefined],
  ])('is UTF-16 by its bytes: %s', (_, bytes, encoding) => {
    expect(wideEncoding(bytes)).toBe(encoding);
  });

  it.each<[string, Buffer, string]>([
    ['none', Buffer.from('<xliff/>'), 'utf-8'],
    ['a known one', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>'), 'iso-8859-1'],
    ['one after a byte order mark', Buffer.from("\ufeff<?xml version='1.0' encoding='UTF-8'?>"), 'utf-8'],
    ['UTF-16 that the bytes contradict', Buffer.from('<?xml version="1.0" encoding="utf-16"?>'), 'utf-8'],
    ['another one than its bytes show', inUtf16('<?xml version="1.0" encoding="UTF-8"?>'), 'utf-16le'],
    ['one of an element', Buffer.from('<a encoding="ISO-8859-1"/>'), 'utf-8'],
  ])('is that of its XML declaration unless its bytes show another: %s', (_, bytes, encoding) => {
    expect(xmlEncoding(bytes)).toBe(encoding);
  });

  it('has a decoder if it is known', () => {
    expect([strictDecoder('iso-8859-1')?.encoding, strictDecoder('x-own')]).toEqual(['windows-1252', undefined]);
  });
});
