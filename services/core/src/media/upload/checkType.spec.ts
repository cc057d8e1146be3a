import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { checkType } from './checkType.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
});
afterAll(() => rm(folder, { recursive: true }));

const picture = (format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

const checked = async (content: string | Buffer, extension: string, mayRun = false) => {
  const path = join(folder, 'received');
  await writeFile(path, content);
  return checkType(path, extension, mayRun);
};

describe('an image', () => {
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('is accepted in the format %s', async (format) => {
    const content = await picture(format);
    expect(await checked(content, format)).toEqual({ type: `image/${format}`, extension: format });
  });

  it('gets the extension of its real format', async () => {
    expect(await checked(await picture('jpeg'), 'png')).toEqual({ type: 'image/jpeg', extension: 'jpg' });
    expect(await checked(await picture('tiff'), 'gif')).toEqual({ type: 'image/tiff', extension: 'tiff' });
  });

  it('keeps an extension that fits', async () => {
    expect(await checked(await picture('jpeg'), 'jpe')).toEqual({ type: 'image/jpeg', extension: 'jpe' });
  });

  it.each([
    ['text', 'no picture at all', 'jpg'],
    ['text that begins as bitmaps do', 'BMW sells cars', 'bmp'],
    ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'png'],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04', 'latin1'), 'jpg'],
    ['another document', '%PDF-1.7 ...', 'gif'],
  ])('is refused if it is %s', async (_what, content, extension) => {
    expect(await checked(content, extension)).toBeUndefined();
  });
});

describe('another file', () => {
  it.each([
    ['txt', 'Plain words, é', 'text/plain'],
    ['txt', 'BMW sells cars', 'text/plain'],
    ['txt', Buffer.from('\ufeffwide', 'utf16le'), 'text/plain'],
    ['csv', 'a,b\n1,2\n', 'text/csv'],
    ['ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR', 'text/calendar'],
    ['vtt', 'WEBVTT\n\n', 'text/vtt'],
    ['dfxp', '<?xml version="1.0"?><tt/>', 'application/ttaf+xml'],
    ['rtf', '{\\rtf1 hi}', 'application/rtf'],
    ['pdf', '%PDF-1.7 ...', 'application/pdf'],
    ['gz', gzipSync('x'), 'application/x-gzip'],
    ['doc', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_100, '0'), 'hex'), 'application/msword'],
    ['zip', Buffer.from('504b0506'.padEnd(44, '0'), 'hex'), 'application/zip'],
    ['mp3', Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), 'audio/mpeg'],
    ['ram', 'rtsp://example.test/a.rm', 'audio/x-realaudio'],
  ])('is accepted if its content fits: %s', async (extension, content, type) => {
    expect(await checked(content, extension)).toEqual({ type, extension });
  });

  it.each([
    ['txt', '<!DOCTYPE html><p>'],
    ['csv', ' <script>alert(1)</script>'],
    ['css', '<?php system($_GET[0]);'],
    ['txt', Buffer.from([1, 2, 3, 0, 200])],
    ['pdf', 'not one'],
    ['docx', 'plain text'],
    ['mp3', 'plain text'],
    ['zip', Buffer.from([1, 2, 3, 0])],
  ])('is refused if its content does not fit: %s', async (extension, content) => {
    expect(await checked(content, extension)).toBeUndefined();
  });

  it('is refused if it is a picture under another name', async () => {
    expect(await checked(await picture('png'), 'pdf')).toBeUndefined();
    expect(await checked(await picture('png'), 'mp4')).toBeUndefined();
    expect(await checked(await picture('png'), 'txt')).toBeUndefined();
  });

  it.each(['svg', 'php', 'exe', 'phtml', 'sh', 'swf', ''])('is refused with the extension "%s"', async (extension) => {
    expect(await checked('anything', extension, true)).toBeUndefined();
  });

  it.each([
    ['html', '<!doctype html><p>', 'text/html'],
    ['js', 'alert(1)', 'application/javascript'],
  ])('is accepted only from users who may write any HTML if browsers run it (%s)', async (extension, content, type) => {
    expect(await checked(content, extension)).toBeUndefined();
    expect(await checked(content, extension, true)).toEqual({ type, extension });
  });
});
