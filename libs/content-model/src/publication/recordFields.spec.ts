import { boolean, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { z } from 'zod';
import {
  addedFields,
  argsOf,
  copiedIn,
  defaultsOf,
  fieldsWith,
  latestForm,
  namesOf,
  newFields,
  ordered,
  type RecordFields,
  readFields,
  schemasOf,
  translatedIn,
  viewOf,
  writtenOf,
} from './recordFields.ts';

const plain = { default: '', copied: false, translated: false } as const;

const quay = {
  name: {
    ...plain,
    schema: z.string(),
    translated: 'quay_name',
    carries: ['sortName'],
    clean: plainText,
    api: { name: 'quay', arg: text(), shown: z.string() },
    feed: { name: 'title' },
  },
  depth: {
    schema: z.number().nullable(),
    default: null,
    copied: true,
    translated: false,
    api: { name: 'depth_m', shownAs: 'depth', shown: z.number() },
    feed: null,
  },
  lit: { schema: z.boolean(), default: true, copied: true, translated: false, since: 3, api: null, feed: null },
  boats: {
    schema: z.array(z.int()).readonly(),
    default: [],
    copied: false,
    translated: false,
    since: 2,
    api: { name: 'boats', specialArg: boolean() },
    feed: null,
  },
  code: {
    ...plain,
    schema: z.string().nullable(),
    maxLength: 9,
    clean: (code) => code || null,
    api: { name: 'code', arg: text() },
    feed: null,
  },
  sortName: { ...plain, schema: z.string(), api: null, feed: null },
} as const satisfies RecordFields<'api' | 'feed'>;

const record = { name: 'Old quay', depth: 4, lit: false, boats: [7], code: 'Q', sortName: 'old quay' };
const author = { unfilteredHtml: false };

describe('a table of fields', () => {
  it('refuses a sent text that is longer than its field allows, by the name of its argument', () => {
    const read = (values: object) => () => readFields(quay, 'api', { values, author });
    const refusing = (arg: string) => expect.objectContaining({ refusals: [expect.objectContaining({ arg })] });
    expect(read({ code: '123456789' })()).toEqual({ code: '123456789' });
    expect(read({ code: '1234567890' })).toThrow(refusing('code'));
    expect(read({ quay: 'q'.repeat(1_000) })()).toEqual({ name: 'q'.repeat(1_000) });
    expect(read({ quay: 'q'.repeat(1_001) })).toThrow(refusing('quay'));
  });

  it('gives a record the defaults of missing fields, and drops unknown ones', () => {
    expect(defaultsOf(quay)).toEqual({ name: '', depth: null, lit: true, boats: [], code: '', sortName: '' });
    expect(newFields(quay, { depth: 3, id: 7 })).toEqual({
      name: '',
      depth: 3,
      lit: true,
      boats: [],
      code: '',
      sortName: '',
    });
  });

  it('declares the arguments of an interface by their names there', () => {
    expect(argsOf(quay, 'api')).toEqual({
      quay: quay.name.api.arg,
      boats: quay.boats.api.specialArg,
      code: quay.code.api.arg,
    });
    expect(argsOf(quay, 'feed')).toEqual({});
  });

  it('shows the members of an interface that have a schema, under the names and in the order of the table', () => {
    expect(Object.entries(viewOf(quay, 'api')(record))).toEqual([
      ['quay', 'Old quay'],
      ['depth', 4],
    ]);
    expect(schemasOf(quay, 'api')).toEqual({ quay: quay.name.api.shown, depth: quay.depth.api.shown });
    expect(Object.keys(viewOf(ordered(quay, ['depth']), 'api')(record))).toEqual(['depth', 'quay']);
  });

  it('names what is stored by the arguments of an interface', () => {
    expect(writtenOf(quay, 'api', record)).toEqual({ quay: 'Old quay', depth_m: 4, boats: [7], code: 'Q' });
    expect(namesOf(quay, 'api', 'feed')).toEqual({ quay: 'title' });
  });

  it('reads what was sent as it is stored, without members that other code reads', () => {
    const values = { quay: ' Old <b>quay</b>', depth_m: null, boats: true, lit: false, code: '' };
    expect(readFields(quay, 'api', { values, author })).toEqual({ name: 'Old quay', depth: null, code: null });
    expect(readFields(quay, 'api', { values: {}, author })).toEqual({});
    expect(readFields(quay, 'api', { values: { quay: {}, depth_m: 'deep' }, author })).toEqual({});
  });

  it('names the fields that all versions share, and the translated ones', () => {
    expect(copiedIn(quay)).toEqual(['depth', 'lit']);
    const [name, ...others] = translatedIn<typeof record>(quay);
    expect(others).toEqual([]);
    expect(name).toMatchObject({ unit: 'field-quay_name-0', name: 'quay_name' });
    expect([name?.textOf(record), name?.textOf({}), name?.textOf({ depth: 4 })]).toEqual([
      'Old quay',
      undefined,
      undefined,
    ]);
    expect(name?.write('<i>Neu</i>', record, author)).toEqual({ name: 'Neu' });
    expect(name?.copy(record, record)).toEqual({ name: 'Old quay', sortName: 'old quay' });
  });

  it('lifts older forms of the creating event, one schema version at a time', () => {
    expect(latestForm(quay)).toBe(3);
    const lifted = addedFields(quay).map((upcast) => upcast({ name: 'Old' } as never));
    expect(lifted).toEqual([
      { boats: [], name: 'Old' },
      { lit: true, name: 'Old' },
    ]);
    expect(latestForm({ name: quay.name })).toBe(1);
  });

  it('finds the fields of which an option has a value', () => {
    expect(fieldsWith(quay, 'copied', true)).toEqual({ depth: quay.depth, lit: quay.lit });
  });
});
