import { escapeHtml, plainTitle, unescapeHtml } from './index.ts';

describe('a plain title', () => {
  it.each([
    ['Harvest <em>Fair</em>', 'Harvest Fair'],
    ['Fish &amp; chips', 'Fish & chips'],
    ['Fish & chips', 'Fish & chips'],
    ['<script>alert(1)</script>5 &lt; 6', '5 < 6'],
    ['&amp;lt;', '&lt;'],
  ])('is unescaped: %s gives %s', (stored, plain) => {
    expect(plainTitle(stored)).toBe(plain);
  });
});

describe('text that is escaped as HTML', () => {
  it('survives a round trip', () => {
    const text = `<a href="x">O'Neil & Co</a>`;
    expect(unescapeHtml(escapeHtml(text))).toBe(text);
  });
});
