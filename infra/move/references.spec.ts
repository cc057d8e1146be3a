import { foreignUploads } from '../aliases/foreignInterface.ts';
import { Marks } from './marks.ts';
import { References } from './references.ts';

const marks = new Marks({ request: () => Promise.reject(new Error('This spec asks no site.')) }, 'old.test');
const file = `${foreignUploads.foreign}2012/plan.pdf`;

describe('a file of the old site that belongs to no medium', () => {
  const references = new References({
    marks,
    mode: 'kept',
    oldSite: 'https://old.test/blog',
    newSite: 'https://new.test',
  });

  it.each([
    'https://old.test/blog',
    'http://old.test/blog',
    '//old.test/blog',
    'http://OLD.test/blog',
    'https://www.old.test/blog',
  ])('keeps its path here, as it is written below %s', (address) => {
    expect(references.text(`<a href="${address}${file}">Plan</a>`)).toBe(
      `<a href="https://new.test${foreignUploads.own}2012/plan.pdf">Plan</a>`,
    );
  });

  it('stays there if it is on another host or in another folder', () => {
    const text = `<a href="https://cdn.old.test/blog${file}">A</a> <a href="http://old.test${file}">B</a>`;
    expect(references.text(text)).toBe(text);
  });
});
