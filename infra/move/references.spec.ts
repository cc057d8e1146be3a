import { foreignUploads } from '../aliases/foreignInterface.ts';
import { Marks } from './marks.ts';
import { References } from './references.ts';

const marks = new Marks({ request: () => Promise.reject(new Error('This spec asks no site.')) }, 'old.test');
const file = `${foreignUploads.foreign}2012/plan.pdf`;

const site = { marks, mode: 'kept', oldSite: 'https://old.test/blog', newSite: 'https://new.test' } as const;

describe('a file of the old site that belongs to several media', () => {
  it.each([[[7, 9]], [[9, 7]]])('is that of the lowest id, when they arrive as %j', (arriving) => {
    const references = new References(site);
    const old = `https://old.test/blog${file}`;
    for (const id of arriving)
      references.placeMedium(id, { id, oldFiles: [old, old], file: `https://new.test/uploads/2012/plan-${id}.pdf` });
    expect(references.text(`<a href="${old}">Plan</a>`)).toBe(
      '<a href="https://new.test/uploads/2012/plan-7.pdf">Plan</a>',
    );
  });
});

describe('a file of the old site that belongs to no medium', () => {
  const references = new References(site);

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
