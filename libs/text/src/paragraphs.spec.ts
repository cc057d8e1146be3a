import { paragraphs } from './paragraphs.ts';
import { growsWithLength, repeated } from './testing.ts';

describe('paragraphs', () => {
  it.each([
    ['a', '<p>a</p>\n'],
    ['a\nb', '<p>a<br />\nb</p>\n'],
    ['a\n\nb', '<p>a</p>\n<p>b</p>\n'],
    ['a\n \n\nb', '<p>a</p>\n<p>b</p>\n'],
    ['a<br>b', '<p>a<br />b</p>\n'],
    ['a<br><br>b', '<p>a</p>\n<p>b</p>\n'],
    ['a<div>b</div>c', '<p>a</p>\n<div>b</div>\n<p>c</p>\n'],
    ['<div>a\n\nb</div>', '<div>a</p>\n<p>b</p></div>\n'],
    ['<ul>\n<li>a\nb</li>\n</ul>', '<ul>\n<li>a<br />\nb</li>\n</ul>\n'],
    ['<blockquote>a\n\nb</blockquote>', '<blockquote><p>a</p>\n<p>b</p></blockquote>\n'],
    ['a\n<h2>t</h2>\nb', '<p>a</p>\n<h2>t</h2>\n<p>b</p>\n'],
    ['a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
    ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>\n'],
    ['<script>a\n\nb</script>', '<p><script>a</p>\n<p>b</script></p>\n'],
    ['<i>a</i>\n<b>b</b>', '<p><i>a</i><br />\n<b>b</b></p>\n'],
    ['<!--more-->', '<p><!--more--></p>\n'],
    ['<a\nid="x">l</a>\nm', '<p><a\nid="x">l</a><br />\nm</p>\n'],
    ['<main>\na</main>', '<p><main><br />\na</main></p>\n'],
    ['<p></p>', '</p>\n'],
    ['5 < 6\n\n7 > 3', '<p>5 < 6\n\n7 > 3</p>\n'],
  ])('turns %j into %j', (text, expected) => {
    expect(paragraphs(text)).toBe(expected);
  });

  it.each([
    ['', ''],
    [' \n\t ', ''],
    ['a\r\nb\rc', '<p>a<br />\nb<br />\nc</p>\n'],
    ['a  \n  b', '<p>a<br />\n  b</p>\n'],
    ['a\n\u00a0\nb', '<p>a<br />\n\u00a0<br />\nb</p>\n'],
    ['\n\na\n\n\n\n', '<p>a</p>\n'],
    ['a<br /> \nb', '<p>a<br /> <br />\nb</p>\n'],
    ['<math>a\nb</math>', '<p><math>a\nb</math></p>\n'],
    ['<script>a\nb</script>\nc', '<p><script>a\nb</script><br />\nc</p>\n'],
    [
      '<figure>\n<img>\n<figcaption>a</figcaption>\n</figure>\n<figure><img>\n<figcaption>b</figcaption>\n</figure>',
      '<figure>\n<img><figcaption>a</figcaption></figure>\n<figure><img><figcaption>b</figcaption></figure>\n',
    ],
    [
      '<select>\n<option>a</option>\n<option>b</option>\n</select>',
      '<p><select><option>a</option><option>b</option></select></p>\n',
    ],
    ['<video>\n<source src="a">\n</video>', '<p><video><source src="a"></video></p>\n'],
    ['<pre>a</pre>b</pre>c', '<pre>a</pre>\n<p>bc</p>\n'],
    ['<form>a</form>', '<form>a</form>\n'],
  ])('handles %j', (text, expected) => {
    expect(paragraphs(text)).toBe(expected);
  });

  it.each([
    ['<table></form><br /></h2>[audio]<h2></li>', '<table></form>\n<p></h2>\n<p>[audio]</p>\n<h2></li>\n'],
    [
      '<!-- x --><source><p>[audio]</h2></ul><address><i><param>',
      '<p><!-- x --><source><p>[audio]</h2>\n</ul>\n<address><i><param>\n',
    ],
    ['<p></option>[audio]</option></h2><h2><br>', '<p></option>[audio]</option></h2>\n<h2></p>\n'],
    ['<picture></object><source><td><option><li>b c', '<picture></object><source><td><option></p>\n<li>b c<br />\n'],
    [
      '<param><option><h2></option></p>[audio]</script>',
      '<param><option></p>\n<h2></option></p>\n<p>[audio]</script></p>\n',
    ],
    ['</object></pre><li><object>a<pre>', '<p></object></p>\n<li><object>a\n<pre>\n'],
    [
      '</p><script>[audio]<i><td><!-- x --><ul><address>',
      '</p>\n<p><script>[audio]<i></p>\n<td><!-- x --></p>\n<ul>\n<address>\n',
    ],
    [
      '<br /><script></blockquote></blockquote></p>\n</script>b c',
      '<p><script></p></blockquote>\n</blockquote>\n<p></script>b c</p>\n',
    ],
    ['b c</td></pre><address>', '<p>b c</td>\n</pre>\n<address>\n'],
    [
      'a</address></script><p><a\nid="x"><form><script></div>',
      '<p>a</p></address>\n<p></script></p>\n<p><a\nid="x"></p>\n<form><script></div>\n',
    ],
    ['b c</pre>\n\n</table><br><a\nid="x">\n\n\n\n</table>', '<p>b c</pre>\n</table>\n<p><a\nid="x"></p>\n</table>\n'],
    ['<li><object>[/audio]<div\nid="x"></object>', '<li><object>[/audio]\n<div\nid="x"></object></p>\n'],
    ['<br></ul><script><blockquote><table></li>', '<p></ul>\n<p><script></p>\n<blockquote>\n<table></li>\n'],
    [
      'b c</div> \n<option></div></blockquote></address>',
      '<p>b c</p></div><option></div>\n</blockquote>\n</address>\n',
    ],
    ['<ul><li><li><h2></i></address>', '<ul>\n<li>\n<li>\n<h2></i></address>\n'],
    ['</table><div></p><br />', '</table>\n<div>\n<p></p>\n'],
    ['<i><br><div></address><div>', '<p><i></p>\n<div></address>\n<div>\n'],
    ['<h2><form><script></li><p><br /></object><td>', '<h2>\n<form><script></li>\n<p></object></p>\n<td>\n'],
    ['<address><li></td> \n<br /></h2>', '<address>\n<li></td>\n<p></h2>\n'],
    ['<p></i>\n\n</object><object><table>[/audio]</p> \n', '<p></i></object><object><table>[/audio]</p>\n'],
    ['<source></option><li><li>b c</form>a', '<p><source></option></p>\n<li>\n<li>b c</form>\n<p>a</p>\n'],
    [
      '</form></h2><br><pre><script></form><source><script>',
      '</form>\n</h2>\n<p></p>\n<pre><script></form><source><script></p>\n',
    ],
    [
      '</script><p><blockquote></ul><div\nid="x">a</p><table>',
      '<p></script></p>\n<blockquote></ul>\n<div\nid="x">a</p>\n<table>\n',
    ],
    ['<table><a\nid="x"><ul><pre></option>', '<table><a\nid="x"></p>\n<ul>\n<pre></option></p>\n'],
    ['<form><div><ul></pre><li> \n</div>', '<form>\n<div>\n<ul></pre>\n<li>\n</div>\n'],
    ['<object></option></script><td>', '<p><object></option></script></p>\n<td>\n'],
    [
      '<li><picture></div><p><form><address><blockquote></script></object>',
      '<li><picture></div>\n<form>\n<address>\n<blockquote><p></script></object></p>\n',
    ],
    ['<table></h2></form></address>', '<table></h2>\n</form>\n</address>\n'],
    ['</blockquote><source><form><picture><li>', '</blockquote><source><form><picture>\n<li>\n'],
    ['<pre>a[audio]</form><blockquote></ul>', '<pre>a[audio]</form>\n<blockquote></ul>\n'],
    ['[audio]<table></table> \n', '<p>[audio]</p>\n<table></table>\n'],
    [
      '<i></ul><ul></table><!-- x --></option><picture>\n',
      '<p><i></ul>\n<ul></table>\n<p><!-- x --></option><picture>\n',
    ],
    ['</h2></td><source><source><address>', '</h2>\n</td><source><source><address>\n'],
    ['</blockquote><p>a<object><picture>\n</pre>', '</blockquote>\n<p>a<object><picture>\n</pre>\n'],
    [
      'a\n<picture><source></option></table>[audio]<blockquote>',
      '<p>a\n<picture><source></option></table>\n<p>[audio]<blockquote>\n',
    ],
    [' \n \n<param>\n\n</ul> \n', '\n<param>\n</ul>\n'],
    ['<ul>b c<object></object></script>', '<ul>b c<object></object></script></p>\n'],
    ['[audio]<object><picture> \n<h2>b c', '<p>[audio]<object><picture>\n<h2>b c</p>\n'],
    ['<script></div></object></li><li></div>', '<p><script></div></object></li>\n<li></div>\n'],
    ['</ul></script></blockquote>a', '</ul>\n<p></script></p></blockquote>\n<p>a</p>\n'],
  ])('treats odd markup as its older readers do: %j', (text, expected) => {
    expect(paragraphs(text)).toBe(expected);
  });

  it.each([
    ['<', '<'],
    ['open tags', '<div'],
    ['scripts', '<script'],
    ['closed ones', '<script>'],
    ['blanks', ' '],
    ['breaks', '\n \t'],
    ['br', '<br'],
    ['brs', '<br> '],
    ['objects', '<object </object>'],
    ['options', '  <option'],
    ['sources', '  <source'],
    ['paragraphs', '<p>'],
    ['list items', '<p><li'],
    ['quotes', '<p><blockquote'],
    ['comments', '<!--'],
    ['pre', '<pre></pre>'],
    ['figcaption', ' <figcaption'],
    ['entities', '&nbsp;'],
  ])('takes time proportional to the length of %s', (_, unit) => {
    const work = (text: string) => [paragraphs(text), paragraphs(`${text}>`), paragraphs(`<p>${text}x`)];
    expect(growsWithLength(work, repeated(unit))).toBe(true);
  });
});
