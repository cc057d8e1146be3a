import { normalizedEntities } from './characterEntities.ts';
import { plainName, plainText } from './plainText.ts';

describe('plainText', () => {
  it.each([
    ['  12  Dock\r\n\tRoad ', '12 Dock Road'],
    ['<b>Dock</b> Road', 'Dock Road'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['Salt & Pepper', 'Salt & Pepper'],
    ['I <3 it', 'I &lt;3 it'],
    ['<i>1</i> <2', '1 &lt;2'],
    ['Señor’s', 'Señor’s'],
    ['', ''],
  ])('turns %j into %j', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe('plainName', () => {
  it.each([
    ['Sport & Play', 'Sport &amp; Play'],
    ['Sport &amp; Play', 'Sport &amp; Play'],
    ['Q&amp;A', 'Q&amp;A'],
    ['<b>Bold</b> > 1', 'Bold &gt; 1'],
    ['a < b', 'a &lt; b'],
    ['R&D;', 'R&amp;D;'],
  ])('stores %j as %j', (name, stored) => {
    expect(plainName(name)).toBe(stored);
    expect(plainName(stored)).toBe(stored);
  });
});

describe('normalizedEntities', () => {
  it.each([
    ['&', '&amp;'],
    ['&amp; &copy; &frac12; &sup2;', '&amp; &copy; &frac12; &sup2;'],
    ['&foo; &copy', '&amp;foo; &amp;copy'],
    ['&#39; &#00039; &#8217;', '&#039; &#039; &#8217;'],
    ['&#x27; &#X0027;', '&#x27; &#x27;'],
    ['&#0; &#x1F; &#xD800; &#99999999;', '&amp;#0; &amp;#x1F; &amp;#xD800; &amp;#99999999;'],
  ])('turns %j into %j', (text, normalized) => {
    expect(normalizedEntities(text)).toBe(normalized);
    expect(normalizedEntities(normalized)).toBe(normalized);
  });
});
