import { statSync } from 'node:fs';
import { createFit, type Document, isJson, placesOf } from '../reference/schemas.ts';
import { type SiteProcess, startSite } from '../site.ts';

const file = new URL('../../gateway/src/reference/examples.json', import.meta.url);

describe('the examples of the OpenAPI document', () => {
  let site: SiteProcess;
  let document: Document;
  beforeAll(async () => {
    site = await startSite();
    document = (await site.request<Document>('GET', '/openapi.json')).body;
  });
  afterAll(() => site.stop());

  it('stand at every request body and at every answer body that is not a refusal', () => {
    const places = placesOf(document);
    const without = places.filter(({ content }) => content.example === undefined);
    expect(without.map(({ operation, part }) => `${operation} ${part}`)).toEqual([]);
    expect(places.length).toBeGreaterThan(300);
  });

  it('are the ones that npm run examples --workspace e2e writes, and fit their schemas', () => {
    const fit = createFit(document);
    const faults = placesOf(document)
      .filter(isJson)
      .map((place) => [`${place.operation} ${place.part}`, fit(place, place.content.example)])
      .filter(([, fault]) => fault !== '');
    expect(faults).toEqual([]);
  });

  it('are checked against their schemas', () => {
    const [place] = placesOf(document).filter(({ operation }) => operation === 'get /core/v2/posts/{id}');
    expect(place === undefined ? '' : createFit(document)(place, { id: 'no number' })).toContain(
      'must have required property',
    );
  });

  it('are neutral, and small', () => {
    expect(JSON.stringify(document.paths)).not.toMatch(/127\.0\.0\.1|localhost/);
    expect(statSync(file).size).toBeLessThan(400_000);
  });
});
