import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { operations, protocolDocument } from './document.ts';

const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

describe('the document of the protocol', () => {
  it('is the committed one (npm run generate)', () =>
    expect(JSON.parse(JSON.stringify(protocolDocument()))).toEqual(committed));

  it('is valid OpenAPI 3.1', async () => expect(await new Validator().validate(committed)).toEqual({ valid: true }));

  it('names every operation, and its path', () => {
    const named = Object.values(committed.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId);
    expect(named.sort()).toEqual(Object.keys(operations).sort());
  });

  it('describes the callback', () =>
    expect(Object.values(committed.paths['/v1/jobs'].post.callbacks.done)).toHaveLength(1));
});
