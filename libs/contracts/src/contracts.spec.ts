import { readdirSync, readFileSync } from 'node:fs';
import { metadata } from '@almanac/event-sourcing/testing';
import * as z from 'zod';
import {
  ContractError,
  integrationEvents,
  isSealedType,
  parse,
  personalEvents,
  plainTypeOf,
  publishable,
  sealedTypeOf,
  tagChanged,
  tagDeleted,
  userChanged,
} from './index.ts';
import { schemaBreaks } from './schemaBreaks.ts';
import { asyncApi, jsonSchemas } from './schemaDocuments.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const committed = readdirSync(new URL('../schemas', import.meta.url)).map((file) => file.replace(/\.json$/, ''));

describe('data of an event', () => {
  it('are parsed once, for the check of their commit and all followers', () => {
    const data = { id: 7 };
    expect(tagDeleted.parse(data)).toBe(tagDeleted.parse(data));
    expect(tagDeleted.parse({ id: 7 })).not.toBe(tagDeleted.parse(data));
  });
});

describe('the committed schemas', () => {
  it.each(committed)('stay compatible: %s is not broken', (type) => {
    expect(schemaBreaks(read(`schemas/${type}.json`), jsonSchemas().get(type), type)).toEqual([]);
  });

  it('are what the contracts generate (npm run schemas)', () => {
    expect(Object.fromEntries(committed.map((type) => [type, read(`schemas/${type}.json`)]))).toEqual(
      Object.fromEntries(jsonSchemas()),
    );
    expect(read('asyncapi.json')).toEqual(asyncApi());
  });

  it('are those that AsyncAPI refers to, each on the topic of its publisher', () => {
    const document = JSON.stringify(asyncApi());
    for (const { type, service } of integrationEvents.values()) {
      expect(type).toMatch(new RegExp(`^${service}\\.[a-z-]+\\.v\\d+$`));
      expect(document).toContain(`"$ref":"./schemas/${type}.json"`);
    }
    const refs = [...document.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const { components } = asyncApi() as { components: Record<string, Record<string, unknown>> };
    expect(refs.filter(([, kind, name]) => components[kind!]?.[name!] === undefined)).toEqual([]);
  });
});

describe('a change of a schema', () => {
  const inner = z.object({ a: z.string() });
  const base = z.object({ id: z.int(), name: z.string().optional(), inner, list: z.array(inner) });
  const breaks = (newer: z.ZodType): string[] => schemaBreaks(z.toJSONSchema(base), z.toJSONSchema(newer));

  it('may add optional members and better descriptions', () => {
    expect(breaks(base.extend({ more: z.string().optional(), id: z.int().meta({ description: 'x' }) }))).toEqual([]);
    expect(breaks(base.extend({ inner: inner.extend({ b: z.int().optional() }) }))).toEqual([]);
  });

  it.each([
    ['a member gone', base.omit({ name: true }), 'data.name is gone'],
    ['another type', base.extend({ id: z.string() }), 'data.id/type changed'],
    ['a member not sure any more', base.extend({ id: z.int().optional() }), 'data.id may be missing now'],
    ['a member newly required', base.extend({ more: z.int() }), 'data.more is missing in stored events'],
    ['a tighter rule', base.extend({ name: z.string().max(3).optional() }), 'data.name/maxLength changed'],
    ['a change within', base.extend({ inner: z.object({ a: z.int() }) }), 'data.inner.a/type changed'],
    ['one within a list', base.extend({ list: z.array(z.object({ a: z.int() })) }), 'data.list/items.a/type changed'],
    ['null', base.extend({ name: z.string().nullable().optional() }), 'data.name'],
  ])('breaks with %s', (_name, newer, expected) => {
    expect(breaks(newer).join('; ')).toContain(expected);
  });
});

describe('an event', () => {
  it('is parsed by its type: unknown members are dropped, unknown types pass', () => {
    expect(parse('core.tag-changed.v1', { id: 3, name: 'Jazz', later: 1 })).toEqual({ id: 3, name: 'Jazz' });
    expect(parse('core.tag-painted.v1', { id: 3 })).toBeUndefined();
    expect(() => parse('core.tag-changed.v1', { id: 'three' })).toThrow(expect.objectContaining({ code: 'contract' }));
  });

  it('narrows the type of a delivery', () => {
    const deliveries = [tagChanged.of('tag-3', { id: 3, slug: 'jazz' }), tagDeleted.of('tag-3', { id: 3 })];
    expect(deliveries.map((delivery) => tagChanged.is(delivery) && delivery.data.slug)).toEqual(['jazz', false]);
  });

  it('is refused before the append if a topic or a consumer could not accept it', () => {
    const commit = { events: [], meta: metadata() };
    const refuse = (id: number, name: string) => () =>
      publishable(() => [tagChanged.of('tag-3', { id, name })])(commit);
    expect(refuse(3, 'x'.repeat(1_000))).not.toThrow();
    expect(refuse(3, 'x'.repeat(1_000_000))).toThrow(expect.objectContaining({ status: 413 }));
    const many = Array.from({ length: 1_025 }, () => undefined);
    expect(() => publishable(() => many)(commit)).toThrow(expect.objectContaining({ status: 413 }));
    expect(refuse(-3, 'x')).toThrow(expect.objectContaining({ code: 'contract' }));
    expect(() => publishable(() => [{ type: 'core.tag-painted.v1', key: 'tag-3', data: {} }])(commit)).toThrow(
      expect.objectContaining({ code: 'contract' }),
    );
  });
});

describe('an event with personal members', () => {
  const commit = { events: [], meta: metadata() };

  it('arrives with null if its person was erased, which no publisher can announce', () => {
    expect(parse('core.user-changed.v1', { id: 3, name: null, later: 1 })).toEqual({ id: 3, name: null });
    expect(() => parse('core.user-changed.v1', { id: null })).toThrow(ContractError);
    const told = { ...userChanged.of('user-3', { id: 3 }), data: { id: 3, name: null } };
    expect(() => publishable(() => [told])(commit)).toThrow(ContractError);
    expect(() => publishable(() => [userChanged.of('user-3', { id: 3, name: 'Ada' })])(commit)).not.toThrow();
  });

  it('is refused before the append if a topic could not accept it sealed', () => {
    const name = 'x'.repeat(800_000);
    expect(() => publishable(() => [tagChanged.of('tag-3', { id: 3, name })])(commit)).not.toThrow();
    expect(() => publishable(() => [userChanged.of('user-3', { id: 3, name })])(commit)).toThrow(
      expect.objectContaining({ status: 413 }),
    );
  });

  it('is published under a type of its own, without the members', () => {
    expect(personalEvents.map(({ type }) => type).sort()).toEqual([
      'calendar.organizer-changed.v1',
      'calendar.organizer-trashed.v1',
      'calendar.translation-written.v1',
      'core.user-changed.v1',
    ]);
    for (const { type, personal } of personalEvents) {
      const sealed = sealedTypeOf(type);
      expect([isSealedType(type), isSealedType(sealed), plainTypeOf(sealed)]).toEqual([false, true, type]);
      expect(integrationEvents.has(sealed)).toBe(false);
      const { properties, required } = jsonSchemas().get(sealed) as { properties: object; required: string[] };
      expect(Object.keys(properties).filter((member) => personal?.members.includes(member))).toEqual([]);
      expect(required).toContain('sealed');
    }
  });
});
