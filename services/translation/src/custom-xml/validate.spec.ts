import { validate } from './validate.ts';

const told = (text: string) => validate(text).entries.map(({ level, code, line }) => [level, code, line]);
const config = (...lines: string[]) => ['<i18n-config>', ...lines, '</i18n-config>'].join('\n');
const types = (attributes: string, name = 'post') =>
  config('<custom-types>', `<custom-type ${attributes}>${name}</custom-type>`, '</custom-types>');

describe('a text that is not XML', () => {
  it.each([
    ['x', 4],
    ['<!-- nothing -->', 4],
    ['<i18n-config>\n<custom-types>\n</i18n-config>', 76],
    ['</i18n-config>', 68],
    ['<', 68],
    ['<i18n-config/', 68],
    ['<i18n-config></i18n-config a>', 73],
    ['<i18n-config></ i18n-config>', 73],
    ['<i18n-config 1a="1"/>', 68],
    ['<i18n-config ="1"/>', 68],
    ['<i18n-config a"1"/>', 41],
    ['<i18n-config\n</i18n-config>', 68],
    ['<i18n-config / a="1">', 68],
    ['<i18n-config a="1"/ >', 65],
    ['<i18n-config>&;</i18n-config>', 68],
    ['<i18n-config>&#;</i18n-config>', 9],
    ['<i18n-config>', 77],
    ['<i18n-config>&nbsp;</i18n-config>', 26],
    ['<i18n-config a=b></i18n-config>', 39],
    ['<i18n-config a="1"b="2"/>', 65],
    ['<i18n-config a="1" a="2"/>', 42],
    ['<i18n-config/><i18n-config/>', 5],
    ['<i18n-config/>x', 5],
    ['<i18n-config>\u0000</i18n-config>', 9],
    ['<i18n-config>\ud800</i18n-config>', 9],
    ['<i18n-config>&#0;</i18n-config>', 9],
    ['<i18n-config>&#xZZ;</i18n-config>', 6],
    ['<i18n-config>&#60</i18n-config>', 7],
    ['<i18n-config>Fish & Chips</i18n-config>', 68],
    ['<i18n-config b="a & b"/>', 68],
    ['<i18n-config>&amp</i18n-config>', 23],
    ['<i18n-config><1/></i18n-config>', 68],
    ['<i18n-config><!x></i18n-config>', 68],
    ['<i18n-config a="<"/>', 38],
    ['<i18n-config a/>', 41],
    ['<i18n-config a=', 39],
    ['<i18n-config a="1', 40],
    ["<i18n-config a='1' b=\"2'/>", 40],
    ['<i18n-config', 73],
    ['<i18n-config><!-- a</i18n-config>', 45],
    ['<i18n-config><![CDATA[ a</i18n-config>', 63],
    ['<i18n-config><?x</i18n-config>', 65],
    ['<i18n-config><?xml version="1.0"?></i18n-config>', 64],
    ['<?xml version="2.0"?><i18n-config/>', 108],
  ])('has one fault: %j has %i', (text, code) => {
    const { entries, rules } = validate(text);
    expect(entries).toMatchObject([{ level: 3, code, file: 'custom-xml-config', message: expect.any(String) }]);
    expect(rules).toBeUndefined();
  });

  it('is reported at an unescaped ampersand, except in comments and sections', () => {
    expect(told('<i18n-config>\n<a>\nFish & Chips\n</a>\n</i18n-config>')).toEqual([[3, 68, 3]]);
    expect(told('<i18n-config>\n</a>\nFish & Chips\n</i18n-config>')).toEqual([[3, 76, 2]]);
    const passed = '<custom-css><!-- a & b --><![CDATA[a & b]]><?x a & b?>&amp;&#38;&#x26;</custom-css>';
    expect(told(config(passed))).toEqual([[1, 90_005, 2]]);
  });

  it.each([
    ['text\n<i18n-config/>', 4, 1],
    ['<!-- a -->\n\ntext\nmore\n', 4, 3],
    ['<i18n-config/>\ntext\nmore', 5, 2],
    ['<i18n-config>\n</i18n-config>\n\ntext\n<a/>', 5, 4],
  ])('is reported at its first outside text: %j', (text, code, line) => {
    expect(told(text)).toEqual([[3, code, line]]);
  });

  it('is reported with a place, without the parser’s own position', () => {
    const [entry] = validate('<i18n-config>\n  <custom-types>\n</i18n-config>').entries;
    expect(entry).toEqual({
      level: 3,
      code: 76,
      file: 'custom-xml-config',
      line: 3,
      column: expect.any(Number),
      message: 'unexpected close tag.',
    });
  });

  it.each([
    '<!DOCTYPE i18n-config [<!ENTITY a "b">]>\n<i18n-config/>',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>',
    `<!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${'&a;'.repeat(10)}">`).join('')}]><z>&a8;</z>`,
  ])('is refused with a document type: %#', (text) => {
    expect(validate(text).entries).toMatchObject([{ level: 3, code: 90_000 }]);
  });

  it('is refused quickly if it is deep or long', () => {
    const deep = (depth: number) => `${'<key name="a">'.repeat(depth)}${'</key>'.repeat(depth)}`;
    const nested = (depth: number) => told(config('<admin-texts>', deep(depth), '</admin-texts>'));
    expect([nested(30), nested(31)]).toEqual([[], [[3, 90_010, 3]]]);
    const long = (length: number) => told(`<i18n-config>${'<a/>'.repeat(length)}</i18n-config>`);
    expect(long(20_000)).toEqual([[3, 90_011, 1]]);
    expect(long(19_999).some(([level]) => level === 3)).toBe(false);
    const before = performance.now();
    for (const open of ['<a ', '<', '<![CDATA[', '<!--', '&', 'a="']) validate(`<i18n-config>${open.repeat(20_000)}`);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('an invalid configuration', () => {
  it.each([
    ['<config/>', [[2, 1845, 1]]],
    ['<i18n-config xmlns="urn:x"/>', [[2, 1845, 1]]],
    [config('<custom-fields>', '<custom-field>_VenueCity</custom-field>', '</custom-fields>'), [[2, 1868, 3]]],
    [types('translate="1" colour="red"'), [[2, 1866, 3]]],
    [types('translate="yes"'), [[2, 1840, 3]]],
    [types(''), [[2, 1868, 3]]],
    [config('<custom-fields><custom-field action="move">a</custom-field></custom-fields>'), [[2, 1840, 2]]],
    [config('<custom-fields/>', '<custom-fields/>'), [[2, 1871, 3]]],
    [config('<nothing/>'), [[2, 1871, 2]]],
    [
      config('<__proto__/>', '<constructor/>'),
      [
        [2, 1871, 2],
        [2, 1871, 3],
      ],
    ],
    [config('text'), [[2, 1843, 1]]],
    [config('<taxonomies><taxonomy translate="1">category<b/></taxonomy></taxonomies>'), [[2, 1842, 2]]],
    [config('<shortcodes><shortcode/></shortcodes>'), [[2, 1871, 2]]],
    [
      config(
        '<allow-translatable-job-fields>',
        '<allow-translatable-job-field type="a" value="b">c</allow-translatable-job-field>',
        '</allow-translatable-job-fields>',
      ),
      [[2, 1841, 3]],
    ],
  ])('is reported with each fault once, in the order of the text: %#', (text, expected) => {
    expect(told(text)).toEqual(expected);
    expect(validate(text).rules).toBeUndefined();
  });

  it('is reported with all its faults, warnings among them', () => {
    const text = config(
      '<custom-types>',
      '<custom-type translate="1">book</custom-type>',
      '<custom-type>post</custom-type>',
      '</custom-types>',
      '<custom-fields><custom-field action="copy" a="1" b="2">x</custom-field></custom-fields>',
    );
    expect(told(text)).toEqual([
      [1, 90_001, 3],
      [2, 1868, 4],
      [2, 1866, 6],
      [2, 1866, 6],
    ]);
  });
});

describe('a valid configuration', () => {
  it('decides if pages are translated, apart from posts', () => {
    const text = config('<custom-types>', '<custom-type translate="0">page</custom-type>', '</custom-types>');
    expect(validate(text)).toMatchObject({ entries: [], rules: { kinds: [{ name: 'page', mode: 0 }] } });
  });

  const everything = `<?xml version="1.0"?>
<i18n-config xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x.xsd">
  <custom-term-fields><custom-term-field action="ignore">a</custom-term-field></custom-term-fields>
  <custom-fields-texts><key name="a"><key name="*" search-method="wildcards"/></key></custom-fields-texts>
  <admin-texts><key name="x"><key name="y" type="post-ids" sub-type="post"/></key></admin-texts>
  <shortcode-list>a, b</shortcode-list>
  <shortcodes><shortcode><tag type="media-url">a</tag><attributes><attribute>b</attribute></attributes></shortcode></shortcodes>
  <built-with-page-builder><![CDATA[/\\[row/]]></built-with-page-builder>
  <gutenberg-blocks><gutenberg-block type="core/x" translate="1"><xpath>//p</xpath><key name="a"/></gutenberg-block></gutenberg-blocks>
  <elementor-widgets><widget name="w"><fields><field editor_type="LINE">a</field></fields></widget></elementor-widgets>
  <language-switcher-settings><key name="a">1</key></language-switcher-settings>
  <notices><notice id="n"><conditions relation="AND"><x/></conditions><content>c</content></notice></notices>
</i18n-config>`;

  it('may have every section, and declarations of namespaces', () => {
    expect(validate(everything)).toEqual({ entries: [], rules: { kinds: [], fields: [] } });
  });

  it('may have the root element of exchanged files', () => {
    expect(told(config('<taxonomies/>').replaceAll('i18n-config', 'wpml-config'))).toEqual([]);
  });

  it.each(['', '  \n'])('may be blank: %j', (text) => {
    expect(validate(text)).toEqual({ entries: [], rules: { kinds: [], fields: [] } });
  });

  it.each([
    [types('translate="1"', 'book'), [90_001]],
    [types('translate="1"', 'constructor'), [90_001]],
    [types('translate="0" display-as-translated="1"'), [90_006]],
    [config('<taxonomies><taxonomy translate="1">genre</taxonomy></taxonomies>'), [90_001]],
    [config('<pages><page>1</page></pages>', '<custom-css>a</custom-css>'), [90_005, 90_005]],
    [config('<built-with-page-builder>(a</built-with-page-builder>'), [90_003]],
    [config('<built-with-page-builder>/(a)\\1/</built-with-page-builder>'), [90_003]],
    [config('<admin-texts><key name="(" search-method="regex"/></admin-texts>'), [90_003]],
    [
      config(
        '<custom-fields>',
        '<custom-field action="copy">a</custom-field>',
        '<custom-field action="copy">a</custom-field>',
        '<custom-field action="ignore">a</custom-field>',
        '</custom-fields>',
      ),
      [90_002],
    ],
  ])('may produce warnings: %#', (text, expected) => {
    const { entries, rules } = validate(text);
    expect(entries.map(({ level, code }) => [level, code])).toEqual(expected.map((code) => [1, code]));
    expect(rules).toBeDefined();
  });

  it('defines which kinds are translated, how they are shown, and the rules of fields', () => {
    const text = config(
      '<custom-types>',
      '<custom-type translate="1">post</custom-type>',
      '<custom-type translate="1" display-as-translated="1"> cal_venue </custom-type>',
      '<custom-type translate="0">cal_events</custom-type>',
      '<custom-type translate="1">cal_events</custom-type>',
      '<custom-type translate="1">book</custom-type>',
      '</custom-types>',
      '<taxonomies><taxonomy translate="0">post_tag</taxonomy></taxonomies>',
      '<custom-fields>',
      '<custom-field action="copy">_VenueCity</custom-field>',
      '<custom-field action="ignore">__proto__</custom-field>',
      '<custom-field action="copy-once">_VenueCity</custom-field>',
      '</custom-fields>',
    );
    expect(validate(text).rules).toEqual({
      kinds: [
        { name: 'post', mode: 1 },
        { name: 'cal_venue', mode: 2 },
        { name: 'cal_events', mode: 1 },
        { name: 'post_tag', mode: 0 },
      ],
      fields: [
        { name: '_VenueCity', action: 'copy-once' },
        { name: '__proto__', action: 'ignore' },
      ],
    });
  });

  it('is distinguished from invalid ones after any cut or insertion', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let turn = 0; turn < 2_000; turn++) {
      const at = random(everything.length);
      const put = ['', '<', '>', '"', '&', '</key>', '<!DOCTYPE a>', '\u0000', ']]>'][random(9)] ?? '';
      const { entries, rules } = validate(everything.slice(0, at) + put + everything.slice(at + random(9)));
      expect(rules === undefined).toBe(entries.some(({ level }) => level > 1));
    }
  });
});
