import { mo } from 'gettext-parser';
import type { Entry } from './entries.ts';
import { type PluralEntry, readMo, writeMo } from './moFile.ts';

const forms = { domain: 'forms', language: 'fr-ca' } as const;

const entryOf = (msgid: string, more: Partial<Entry> = {}): Entry => ({
  context: '',
  msgid,
  text: `${msgid}, en français`,
  outdated: false,
  names: [],
  ...more,
});

/** Returns the originals of a file in its order. */
const originalsOf = (file: Buffer): string[] =>
  Array.from({ length: file.readUInt32LE(8) }, (_, index) => {
    const row = file.readUInt32LE(12) + index * 8;
    const at = file.readUInt32LE(row + 4);
    return file.subarray(at, at + file.readUInt32LE(row)).toString();
  });

/** Returns the number of turns of the event loop during the work. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let [turns, done] = [0, false];
  const count = (): void => {
    if (done) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  done = true;
  return turns;
};

describe('a MO file', () => {
  const many = Array.from({ length: 20_000 }, (_, n) =>
    entryOf(`Text ${n}`, n % 7 === 0 ? { context: `c${n % 3}` } : {}),
  );

  it('is written and read with turns for others', async () => {
    let file: Buffer | null = null;
    let read: Awaited<ReturnType<typeof readMo>> = null;
    const writing = await turnsDuring(async () => {
      file = await writeMo(forms, many, []);
    });
    const reading = await turnsDuring(async () => {
      read = await readMo(file as unknown as Buffer);
    });
    const said = (list: readonly { readonly context: string; readonly msgid: string; readonly text: string }[] = []) =>
      list.map(({ context, msgid, text }) => `${context}|${msgid}|${text}`).toSorted();
    expect(said((read as unknown as { entries: [] }).entries)).toEqual(said(many));
    expect(writing).toBeGreaterThanOrEqual(40);
    expect(reading).toBeGreaterThanOrEqual(40);
  });

  it('has its texts in the order of their bytes, once each, the header first', async () => {
    const texts = [...many.slice(0, 1_500), entryOf('😀'), entryOf('\uffee'), entryOf('é'), entryOf('z')];
    const originals = originalsOf((await writeMo(forms, texts, [])) as Buffer);
    expect(originals[0]).toBe('');
    expect(originals).toHaveLength(texts.length + 1);
    expect(originals).toEqual(originals.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
  });

  it('equals the library’s file for a few entries', async () => {
    const msgstr = ['a', 'b'];
    const plural: PluralEntry = { msgid: 'item', msgid_plural: 'items', msgstr };
    const file = (await writeMo(forms, [entryOf('Send'), entryOf('Stop', { context: 'menu' })], [plural])) as Buffer;
    const { headers, charset } = mo.parse(file);
    const translations = {
      '': { item: plural, Send: { msgid: 'Send', msgstr: ['Send, en français'] } },
      menu: { Stop: { msgctxt: 'menu', msgid: 'Stop', msgstr: ['Stop, en français'] } },
    };
    expect(file).toEqual(mo.compile({ charset, headers, translations }));
  });

  it('has no plural of a text with a chosen translation, unless that is out of date', async () => {
    const plural: PluralEntry = { msgid: 'item', msgid_plural: 'items', msgstr: ['a', 'b'] };
    const chosen = await readMo((await writeMo(forms, [entryOf('item')], [plural])) as Buffer);
    expect([chosen?.entries.length, chosen?.plurals.length]).toEqual([1, 0]);
    const outdated = await readMo((await writeMo(forms, [entryOf('item', { outdated: true })], [plural])) as Buffer);
    expect([outdated?.entries.length, outdated?.plurals.length]).toEqual([0, 1]);
  });

  it('is missing without entries', async () => {
    expect(await writeMo(forms, [entryOf('Send', { text: '' }), entryOf('Stop', { outdated: true })], [])).toBeNull();
  });
});
