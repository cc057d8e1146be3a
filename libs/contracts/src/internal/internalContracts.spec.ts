import { readdirSync, readFileSync } from 'node:fs';
import { schemaBreaks } from '../schemaBreaks.ts';
import { internalContracts, internalSchemas } from './registry.ts';

const folder = new URL('../../internal/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
const committed = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

describe('internal contracts between processes', () => {
  it.each(committed)('stay compatible, since older and newer releases run side by side: %s', (name) => {
    expect(schemaBreaks(read(name), internalSchemas().get(name), name)).toEqual([]);
  });

  it('are committed as the contracts generate them (npm run schemas)', () => {
    expect(Object.fromEntries(committed.map((name) => [name, read(name)]))).toEqual(
      JSON.parse(JSON.stringify(Object.fromEntries(internalSchemas()))),
    );
  });

  it('are distinguished by name, method and path', () => {
    const lines = internalContracts.map(({ service, method, path }) => `${service} ${method} ${path}`);
    expect(new Set(lines).size).toBe(lines.length);
    for (const { name, service } of internalContracts) expect(name).toMatch(new RegExp(`^${service}\\.[a-z-]+$`));
  });

  it('are detected as broken in requests and in answers', () => {
    const [one] = [...internalSchemas().values()] as [object];
    const told = internalSchemas().get('core.ensure-tags') as { request: { properties: object }; answer: object };
    const { tags, ...others } = told.request.properties as Record<string, object>;
    const missing = { ...told, request: { ...told.request, properties: others } };
    expect(schemaBreaks(told, missing, 'x')).toEqual([expect.stringContaining('tags is gone')]);
    const nullable = { ...told, answer: { anyOf: [told.answer, { type: 'null' }] } };
    expect(schemaBreaks(told, nullable, 'x')).not.toEqual([]);
    expect(tags && one).toBeDefined();
  });
});

describe('the permitted senders of a contract', () => {
  const one = internalContracts.find(({ name }) => name === 'core.ensure-tags')!;
  const told = (askedBy: readonly string[]) => ({ title: one.name, askedBy });

  it('may grow, in any order, but not shrink', () => {
    expect(schemaBreaks(told(one.askedBy), told(['misc', ...one.askedBy.toReversed()]), 'x')).toEqual([]);
    expect(schemaBreaks(told(['core', 'calendar']), told(['core', 'misc']), 'x')).toEqual([
      'x is not asked by calendar any more',
    ]);
    expect(schemaBreaks(told(['core']), {}, 'x')).toEqual(['x is not asked by core any more']);
  });

  it('are at least one, each once', () => {
    for (const { name, askedBy } of internalContracts)
      expect([name, askedBy.length > 0, new Set(askedBy).size]).toEqual([name, true, askedBy.length]);
  });
});

describe('an internal answer', () => {
  const ensure = internalContracts.find(({ name }) => name === 'core.ensure-tags')!;

  it('is read without members that this release does not know', () => {
    expect(ensure.parseAnswer({ tags: [null], position: null, later: 1 })).toEqual({ tags: [null], position: null });
  });

  it.each([{}, { tags: [{ id: 1 }], position: null }, { tags: [], position: 'x' }, null, 'text'])(
    'is refused if it does not fit the contract: %j',
    (body) => {
      expect(() => ensure.parseAnswer(body)).toThrow(expect.objectContaining({ code: 'contract' }));
    },
  );
});
