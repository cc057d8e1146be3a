import { XliffFault } from './fault.ts';
import { readXliff } from './read.ts';

const read = (text: string) => readXliff(Buffer.from(text));
const in12 = (body: string, root = 'version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"') =>
  `<xliff ${root}>\n<file original="x" source-language="en" target-language="fr-CA" datatype="plaintext">\n<body>\n${body}\n</body></file></xliff>`;
const in20 = (body: string) =>
  `<xliff version="2.0" srcLang="en" trgLang="fr-CA" xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:m="urn:oasis:names:tc:xliff:matches:2.0">
<file id="f1" original="x">${body}</file></xliff>`;
const only = (text: string) => {
  const { id, source, target, state, notes } = read(text).units[0]!;
  return { id, source, target, state, notes };
};
const faultOf = (text: string | Uint8Array) => {
  try {
    readXliff(Buffer.from(text));
  } catch (error) {
    if (error instanceof XliffFault) return { kind: error.kind, line: error.line, reason: error.reason };
    throw error;
  }
  return null;
};

const IN_1_2 = '<trans-unit id="a"><source>A</source>TARGET</trans-unit>';
const IN_2_0 = '<unit id="a"><segment STATE><source>A</source>TARGET</segment></unit>';

describe('the state of a unit', () => {
  test.each([
    ['<target/>', 'initial'],
    ['<target>x</target>', 'translated'],
    ['<target state="new">x</target>', 'initial'],
    ['<target state="needs-l10n">x</target>', 'initial'],
    ['<target state="needs-adaptation">x</target>', 'initial'],
    ['<target state="needs-review-l10n">x</target>', 'needs-review'],
    ['<target state="needs-review-translation" state-qualifier="mt-suggestion">x</target>', 'needs-review'],
    ['<target state="needs-review-translation" state-qualifier="tm-suggestion">x</target>', 'tm-suggestion'],
    ['<target state="translated" state-qualifier="tm-suggestion">x</target>', 'translated'],
    ['<target state="signed-off">x</target>', 'reviewed'],
    ['<target state="final">x</target>', 'final'],
    ['<target state="x-own">x</target>', 'translated'],
    ['', 'initial'],
  ])('is read in 1.2: %s is %s', (target, state) => {
    expect(only(in12(IN_1_2.replace('TARGET', target))).state).toBe(state);
  });

  test.each([
    ['', '', 'initial'],
    ['', '<target>x</target>', 'translated'],
    ['state="initial"', '<target>x</target>', 'initial'],
    ['state="translated" subState="other:thing"', '<target>x</target>', 'translated'],
    ['state="reviewed"', '<target>x</target>', 'reviewed'],
  ])('is read in 2.0: %s %s is %s', (said, target, state) => {
    expect(only(in20(IN_2_0.replace('STATE', said).replace('TARGET', target))).state).toBe(state);
  });
});

describe('additions of other programs', () => {
  test('are accepted in 1.2: segments, native code, suggestions, groups and other namespaces', () => {
    const text = in12(
      `<group id="g"><trans-unit id="a" resname="a" approved="yes"><source>A <b/></source></trans-unit></group>`,
    );
    expect(faultOf(text)).toMatchObject({ kind: 'malformed', line: 4 });
    const unit = only(
      in12(`<group id="g"><trans-unit id="a" xmlns:o="urn:other"><o:source>not this</o:source>
<source>One <ph id="1">&lt;br&gt;</ph>two.</source><seg-source><mrk mtype="seg">not this</mrk></seg-source>
<target><mrk mtype="seg" mid="1">Un <ph id="1">&lt;br&gt;</ph></mrk><mrk mtype="seg" mid="2">deux.</mrk></target>
<alt-trans><source>not this</source><target>nor this</target></alt-trans><note from="context">menu</note></trans-unit></group>`),
    );
    expect(unit).toEqual({
      id: 'a',
      source: 'One <br>two.',
      target: 'Un <br>deux.',
      state: 'translated',
      notes: [{ category: 'context', text: 'menu' }],
    });
  });

  test('are accepted in 2.0: segments in another order, codes of the original, suggestions', () => {
    const unit = only(
      in20(`<unit id="a_x20_b"><m:matches><m:match ref="#s1"><source>no</source><target>no</target></m:match></m:matches>
<originalData><data id="d1">&lt;b&gt;</data><data id="d2">&lt;/b&gt;</data></originalData>
<segment id="s1" state="final"><source><pc id="1" dataRefStart="d1" dataRefEnd="d2">One</pc>.</source>
<target order="3"><pc id="1" dataRefStart="d1" dataRefEnd="d2">Un</pc>.</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s2" state="translated"><source>T<mrk id="m1">w</mrk>o<ph id="2" dataRef="d2"/>.</source><target order="1">Deux.</target></segment></unit>`),
    );
    expect(unit).toEqual({
      id: 'a b',
      source: '<b>One</b>. Two</b>.',
      target: 'Deux. <b>Un</b>.',
      state: 'translated',
      notes: [],
    });
  });

  test('leave a unit of 2.0 untranslated if a part is missing', () => {
    const parts = (second: string) =>
      in20(`<unit id="a"><segment state="final"><source>One.</source><target>Un.</target></segment>
<segment><source>Two.</source>${second}</segment></unit>`);
    expect(only(parts(''))).toMatchObject({ target: 'Un.', state: 'initial' });
    expect(only(parts('<target>Deux.</target>'))).toMatchObject({ target: 'Un.Deux.', state: 'translated' });
  });
});

describe('a file of another program', () => {
  const unit = IN_1_2.replace('TARGET', '<target>Été</target>');
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${in12(unit)}`;

  test.each<[string, string | Buffer]>([
    ['UTF-8 with a byte order mark', `\ufeff${declared('UTF-8')}`],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from(declared('utf-16'), 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${in12(unit)}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(declared('windows-1252'), 'latin1')],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['UTF-8 with a declaration of UTF-16', Buffer.from(declared('utf-16'))],
  ])('is read in its encoding: %s', (_, content) => {
    expect(readXliff(Buffer.from(content)).units[0]?.target).toBe('Été');
  });

  test('has the encoding of its text once it is decoded, whatever it declares', () => {
    expect(readXliff(declared('ISO-8859-1')).units[0]?.target).toBe('Été');
  });

  test.each([
    ['2.1', 'urn:oasis:names:tc:xliff:document:2.0'],
    ['2.2', 'urn:oasis:names:tc:xliff:document:2.2'],
    ['2.2', 'urn:oasis:names:tc:xliff:document:2.0'],
  ])('is read as XLIFF 2.0 if its version is %s, in the namespace %s', (version, namespace) => {
    const text = in20(IN_2_0.replace('STATE', '').replace('TARGET', '<target>x</target>'))
      .replace('version="2.0"', `version="${version}"`)
      .replace('urn:oasis:names:tc:xliff:document:2.0', namespace);
    expect(read(text)).toMatchObject({ version: '2.0', units: [{ target: 'x' }] });
  });

  test.each([
    ['a root without a namespace', in12(unit, 'version="1.2"')],
    ['elements without a namespace', in12(unit).replace('<file ', '<file xmlns="" ')],
    [
      'a namespace with a prefix',
      in12(unit)
        .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
    ],
  ])('is read with %s', (_, text) => {
    expect(read(text).units).toMatchObject([{ target: 'Été' }]);
  });
});

describe('a faulty file', () => {
  test.each<[string, string, object]>([
    ['no XML', 'title,body', { kind: 'malformed', line: 1 }],
    ['nothing', '', { kind: 'malformed', line: 1 }],
    ['tags that do not fit', in12('<trans-unit id="a"><source>A</target>'), { kind: 'malformed', line: 4 }],
    [
      'a DOCTYPE',
      `<!DOCTYPE xliff [<!ENTITY a "b">]>\n${in12('')}`,
      { kind: 'malformed', line: 1, reason: 'a DOCTYPE is not taken' },
    ],
    [
      'an entity of nobody',
      in12(IN_1_2.replace('TARGET', '<target>&eacute;</target>')),
      { kind: 'malformed', line: 4 },
    ],
    [
      'another root',
      '<html/>',
      { kind: 'malformed', line: 1, reason: 'the file is no XLIFF: its first element is not xliff' },
    ],
    [
      'another version',
      in12('', 'version="1.1" xmlns="urn:oasis:names:tc:xliff:document:1.1"'),
      { kind: 'version', line: 1 },
    ],
    ['another namespace', in12('', 'version="1.2" xmlns="urn:other"'), { kind: 'malformed', line: 1 }],
    [
      'no file',
      '<xliff version="2.0" srcLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"/>',
      { kind: 'malformed' },
    ],
    ['two files', in12('').replace('</file>', '</file><file original="y"/>'), { kind: 'mismatch', line: 5 }],
    ['a unit twice', in12(IN_1_2.repeat(2)), { kind: 'malformed', line: 4, reason: 'the unit “a” is there twice' }],
    [
      'a unit without id',
      in12('<trans-unit><source/></trans-unit>'),
      { kind: 'malformed', reason: 'a trans-unit has no id' },
    ],
    ['a unit without source', in12('<trans-unit id="a"/>'), { reason: 'the unit “a” has no source' }],
    [
      'two targets',
      in12(IN_1_2.replace('TARGET', '<target/><target/>')),
      { reason: 'the unit “a” has a second target' },
    ],
    ['a unit without segment', in20('<unit id="a"/>'), { reason: 'the unit “a” has no segment' }],
    [
      'markup of nowhere',
      in12(IN_1_2.replace('TARGET', '<target><g id="1">x</g></target>')),
      { kind: 'malformed', line: 4 },
    ],
    [
      'codes of nowhere',
      in20(IN_2_0.replace('STATE', '').replace('TARGET', '<target><ph id="1" dataRef="d"/></target>')),
      { kind: 'malformed' },
    ],
    ['an unknown encoding', `<?xml version="1.0" encoding="x-own"?>${in12('')}`, { kind: 'malformed', line: 1 }],
  ])('is refused with line and reason: %s', (_, text, fault) => {
    expect(faultOf(text)).toMatchObject(fault);
  });

  test('is refused if its bytes are not in its encoding', () => {
    expect(faultOf(Buffer.from(in12('é'), 'latin1'))).toMatchObject({ reason: 'the file is not in UTF-8' });
  });

  test('may have names that every object has', () => {
    const unit = IN_1_2.replace('TARGET', '<target state="constructor">x</target>').replace('"a"', '"__proto__"');
    expect(only(in12(unit))).toMatchObject({ id: '__proto__', state: 'translated' });
    expect(
      faultOf(in20(IN_2_0.replace('TARGET', '<target><ph id="1" dataRef="constructor"/></target>'))),
    ).not.toBeNull();
  });
});
