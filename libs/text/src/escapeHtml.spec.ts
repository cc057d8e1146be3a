import { escapeHtml, plainTitle, unescapeHtml } from './index.ts';

describe('a plain title', () => {
  it.each([
    ['Harvest <em>Fair</em>', 'Harvest Fair'],
    ['Fish &amp; chips', 'Fish & chips'],
    ['Fish & chips', 'Fish & chips'],
    ['<script>alert(1)</script>5 &lt; 6', '5 < 6'],
    ['&amp;lt;', '&lt;'],
  ])('of %s is %s', (stored, plain) => {
    expect(plainTitle(stored)).toBe(plain);
  });
});

it('text as HTML is text again', () => {
  const text = `<a href="x">O'Neil & Co</a>`;
  expect(unescapeHtml(escapeHtml(text))).toBe(text);
});
