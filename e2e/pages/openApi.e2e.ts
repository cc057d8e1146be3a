import { Validator } from '@seriousme/openapi-schema-validator';
import { type SiteProcess, startSite } from '../site.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Maximum size of the document without examples, for each operation. */
const MAX_OPERATION_BYTES = 2_600;

describe('the OpenAPI document of the whole site', () => {
  let site: SiteProcess;
  const read = async (language: string) =>
    (await site.request<Document>('GET', `${site.origin}/${language}/json/openapi.json`)).body;

  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.stop());

  it.each(['en', 'fr-ca', 'es-us'])('is valid in %s', async (language) => {
    const document = await read(language);
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: `${site.origin}/${language}/json` }]);
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('names every route of the index, each operation once and every part of its path', async () => {
    const { paths } = await read('en');
    const { body } = await site.request<{ routes: Record<string, { methods: string[] }> }>('GET', '/');
    expect(Object.keys(paths)).toHaveLength(Object.keys(body.routes).length);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const declared = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect([path, declared.sort()]).toEqual([path, named]);
    }
  });

  it('declares for every operation its answers, by a schema or a content type, and the codes of its refusals', async () => {
    const { paths } = await read('en');
    const silent = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) => {
        const done = Object.entries(responses).filter(([status]) => status < '300');
        const isSaid =
          done.length > 0 && done.every(([status, { content }]) => status === '204' || content !== undefined);
        return isSaid && responses['400'] !== undefined ? [] : [`${method} ${path}`];
      }),
    );
    expect(silent).toEqual([]);
  });

  it('has at most 2,600 bytes for each operation, without examples', async () => {
    const document = await read('en');
    const text = JSON.stringify(document, function (this: object, name, value: unknown) {
      return name === 'example' && 'schema' in this ? undefined : value;
    });
    const operations = Object.values(document.paths).flatMap(Object.keys).length;
    expect(Buffer.byteLength(text) / operations).toBeLessThan(MAX_OPERATION_BYTES);
  });

  it('is written in the requested language', async () => {
    const summaryOf = async (language: string) => (await read(language)).paths['/cal/events/v1/events']?.get?.summary;
    const summaries = await Promise.all(['en', 'en-ca', 'fr-ca', 'es-us'].map(summaryOf));
    expect(summaries[0]).toBe('Lists events.');
    expect(summaries[1]).toBe(summaries[0]);
    expect(new Set(summaries).size).toBe(3);
  });
});
