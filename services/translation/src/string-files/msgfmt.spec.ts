import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from './entries.ts';
import { readMo, writeMo } from './moFile.ts';
import { readPo, writePo } from './poFile.ts';

/** Returns the reason why the tools of gettext are missing; undefined if they are installed. */
const lackingGettext = (): string | undefined => {
  try {
    execFileSync('msgfmt', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no msgfmt here (gettext)';
  }
};

const lacking = lackingGettext();
const described = lacking === undefined ? describe : describe.skip;
const by = lacking === undefined ? 'of msgfmt and msgunfmt' : `of msgfmt and msgunfmt, skipped: ${lacking}`;

const TEXTS = ['Read "more"', 'Line\nfeed\n', 'Tab\t\\ back', '<p>é &amp; 漢字 😀</p>', '%1$s of %s', ' blanks '];

/** Ten thousand entries; some have a context, are outdated, or have no translation. */
const entries: readonly Entry[] = Array.from({ length: 10_000 }, (_, n) => {
  const msgid = `${n}: ${TEXTS[n % TEXTS.length]}`;
  return {
    msgid,
    context: n % 5 === 0 ? `context ${n % 3}` : '',
    names: [`name-${n}`, `other ${n}`],
    text: n % 11 === 0 ? '' : `${msgid.replace('a', 'à')}`,
    outdated: n % 13 === 0,
  };
});

described(`files of gettext, to the eyes ${by}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-msgfmt-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const compiled = (po: string): Buffer => {
    writeFileSync(join(folder, 'in.po'), po);
    execFileSync('msgfmt', ['--check', '-o', join(folder, 'out.mo'), join(folder, 'in.po')], { stdio: 'pipe' });
    return readFileSync(join(folder, 'out.mo'));
  };
  const asPo = (mo: Buffer): string => {
    writeFileSync(join(folder, 'read.mo'), mo);
    return execFileSync('msgunfmt', [join(folder, 'read.mo')], { encoding: 'utf8', maxBuffer: 1 << 26 });
  };
  const sorted = (list: readonly { readonly context: string; readonly msgid: string; readonly text: string }[]) =>
    list.map(({ context, msgid, text }) => `${context}|${msgid}|${text}`).toSorted();

  const pieces = writePo('forms', 'fr-ca', entries, new Date('2031-01-01T12:00:00Z'));
  const po = pieces.head + [...pieces.entries].join('') + pieces.tail;
  const writtenMo = async () => (await writeMo({ domain: 'forms', language: 'fr-ca' }, entries, [])) as Buffer;

  it('a PO file of 10,000 entries is valid, and comes back equal', async () => {
    compiled(po);
    const read = await readPo(po);
    expect(sorted(read)).toEqual(sorted(entries));
    const said = (list: readonly { readonly refused: string | null }[], reason: string) =>
      list.filter(({ refused }) => refused === reason).length;
    expect(said(read, 'fuzzy')).toBe(entries.filter(({ outdated }) => outdated).length);
    expect(said(read, 'empty')).toBe(entries.filter(({ text, outdated }) => text === '' && !outdated).length);
  });

  it('a MO file has what msgfmt makes of the PO file', async () => {
    const [mo, theirs] = [await writtenMo(), await readMo(compiled(po))];
    expect(sorted((await readMo(mo))?.entries ?? [])).toEqual(sorted(theirs?.entries ?? []));
    expect(theirs?.entries).toHaveLength(entries.filter(({ text, outdated }) => text !== '' && !outdated).length);
    expect(sorted(await readPo(asPo(mo)))).toEqual(sorted(await readPo(asPo(compiled(po)))));
  });

  it('plurals of a component are in the file that is made', async () => {
    const shipped = compiled(
      `msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"\n\nmsgctxt "cart"\nmsgid "%d item"\nmsgid_plural "%d items"\nmsgstr[0] "%d article"\nmsgstr[1] "%d articles"\n`,
    );
    const plurals = (await readMo(shipped))?.plurals ?? [];
    const made = asPo((await writeMo({ domain: 'forms', language: 'fr-ca' }, entries.slice(0, 3), plurals)) as Buffer);
    expect(made).toContain(
      'msgctxt "cart"\nmsgid "%d item"\nmsgid_plural "%d items"\nmsgstr[0] "%d article"\nmsgstr[1] "%d articles"',
    );
  });
});
