import { withoutMarkup, withoutTags } from './withoutTags.ts';

describe('withoutTags', () => {
  it.each([
    ['a <b>b</b> c', 'a b c'],
    ['1 < 2', '1 < 2'],
    ['a < b > c', 'a < b > c'],
    ['5 <6 > 4', '5  4'],
    ['a <b', 'a '],
    ['<a title=">">x</a>', 'x'],
    ["<a title='>'>x", 'x'],
    ['<a <b> c>x', 'x'],
    ['a<!-- <b> "> -->b', 'ab'],
    ['a<!-- b', 'a'],
    ['<script>x</script>', 'x'],
    ['a\n<br>\nb', 'a\n\nb'],
    ['a <', 'a '],
    ['', ''],
  ])('turns %j into %j', (text, bare) => {
    expect(withoutTags(text)).toBe(bare);
  });
});

describe('withoutMarkup', () => {
  it.each([
    ['a<script>x</script>b', 'ab'],
    ['a<STYLE media="x">.a > b {}</Style>b', 'ab'],
    ['<script>a</script><b>b</b><script>c', 'bc'],
    ['<style>a</script>b</style>c', 'c'],
    ['plain', 'plain'],
  ])('turns %j into %j', (text, bare) => {
    expect(withoutMarkup(text)).toBe(bare);
  });
});
