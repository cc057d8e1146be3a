import { growsWithLength, repeated } from '@almanac/text/testing';
import { fileNameOf } from './disposition.ts';

describe('the file name in a Content-Disposition', () => {
  it.each([
    ['attachment; filename=photo.jpg', 'photo.jpg'],
    ['attachment; filename="my photo.jpg"', 'my photo.jpg'],
    ['attachment;filename="a;b.jpg" ; size=3', 'a;b.jpg'],
    ['form-data; name="file"; FileName = "x.png"', 'x.png'],
    ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    [Buffer.from('attachment; filename="été.jpg"').toString('latin1'), 'été.jpg'],
    [Buffer.from('attachment; filename="été.jpg"', 'latin1').toString('latin1'), 'été.jpg'],
  ])('is found: %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });

  it.each([
    'attachment',
    'filename=photo.jpg',
    'attachment; filename=',
    'attachment; filename=""',
    "attachment; filename*=UTF-8''photo.jpg",
    '',
  ])('is not found in %j', (header) => {
    expect(fileNameOf(header)).toBeUndefined();
  });

  it('is read in time proportional to its length', () => {
    const work = (text: string) =>
      [`attachment; filename="${text}`, `attachment${text}`, `attachment; ${text}`].map(fileNameOf);
    expect(['\\', ';', 'a '].filter((unit) => !growsWithLength(work, repeated(unit)))).toEqual([]);
  });
});
