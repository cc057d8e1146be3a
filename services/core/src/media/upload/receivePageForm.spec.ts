import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { SentFile } from '../../ports.ts';
import type { Form } from './multipart.ts';
import { type PageFormResult, receivePageForm } from './receivePageForm.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-spec-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => expect(await readdir(folder)).toEqual([]));

const field = (name: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (content: string, { name = 'a.gif', type = 'image/gif', part = 'file' } = {}): string =>
  `--b\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n`;

/** Receives a form in pieces and returns the offered files, which are discarded. */
const received = async (text: string, { isKept = true, end = '--b--\r\n' } = {}) => {
  const offered: [string, PageFormResult][] = [];
  const pieces = (text + end).match(/[\s\S]{1,700}/g) ?? [];
  const form: Form = {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    stream: Readable.from(pieces.map((piece) => Buffer.from(piece))),
  };
  const offer = (name: string, arrived: PageFormResult): SentFile => {
    offered.push([name, arrived]);
    const discard = () => ('file' in arrived ? arrived.file.discard() : Promise.resolve());
    return { store: () => Promise.reject(new Error('not stored')), discard };
  };
  const sent = await receivePageForm(form, { folder, limit: 1_000, isKept, offer });
  const kept = await readdir(folder);
  await sent.file?.discard();
  return { ...sent, offered, kept: kept.length };
};

describe('the form of a page', () => {
  it('is read with its fields and its file', async () => {
    const { fields, offered, kept } = await received(
      `${field('title', 'é\r\n"x"')}${field('ids[]', '1')}${field('ids[]', '2')}${file('GIF', { name: '../é.gif' })}${field('after', '1')}`,
    );
    expect(fields).toEqual({ title: 'é\r\n"x"', ids: ['1', '2'], after: '1' });
    expect([offered, kept]).toEqual([[['é.gif', { file: expect.objectContaining({ size: 3 }) }]], 1]);
  });

  it.each([
    ['larger than it may be', file('x'.repeat(1_001)), 'rest_upload_unknown_error'],
    ['much larger', file('x'.repeat(300_000)), 'rest_upload_unknown_error'],
    [
      'of a type that cannot be resized',
      file('<svg/>', { type: 'image/svg+xml' }),
      'rest_upload_image_type_not_supported',
    ],
  ])('is read whole where its file is %s', async (_what, text, code) => {
    const { fields, offered, kept } = await received(`${text}${field('after', 'typed')}`);
    expect([fields, kept]).toEqual([{ after: 'typed' }, 0]);
    expect(offered).toEqual([['a.gif', { refused: expect.objectContaining({ code, status: 400 }) }]]);
  });

  it('has no file if none was chosen, or under another name, and the first of two', async () => {
    const none = file('', { name: '', type: 'application/octet-stream' });
    for (const text of [none, file('x', { part: '__proto__' }), field('file', 'words')])
      expect(await received(text)).toMatchObject({ file: undefined, offered: [], kept: 0 });
    const two = await received(file('one', { name: '1.gif' }) + file('second', { name: '2.gif' }));
    expect(two).toMatchObject({ offered: [['1.gif', { file: { size: 3 } }]], kept: 1 });
  });

  it('stores no file of users who may not upload', async () => {
    const { fields, offered, kept } = await received(`${file('x')}${field('after', '1')}`, { isKept: false });
    expect([fields, offered, kept]).toEqual([{ after: '1' }, [['a.gif', { refused: undefined }]], 0]);
  });

  it.each([
    ['breaks off in its file', file('x'.repeat(900)).slice(0, -2), '', 400],
    ['breaks off after it', file('x'), '', 400],
    ['has a malformed part', file('x', { name: 'a\0.gif' }), undefined, 400],
    ['has several', file('x', { name: 'a\0.gif' }) + file('x', { name: 'b\0.gif' }), undefined, 400],
    ['has too many fields', file('x') + field('x[]', '1').repeat(1_001), undefined, 400],
    ['has fields of the language', file('x') + field('x[__proto__]', '1'), undefined, 400],
    ['has fields that are too large', file('x') + field('x', 'y'.repeat(2 * 1_024 * 1_024)), undefined, 413],
  ])('is refused if it %s, and leaves nothing behind', async (_what, text, end, status) => {
    await expect(received(text, { ...(end !== undefined && { end }) })).rejects.toMatchObject({ status });
  });
});
