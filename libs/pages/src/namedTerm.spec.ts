import { namedTerm } from './namedTerm.ts';
import { renderContextFor } from './testing.ts';

describe('the term of a path', () => {
  const terms = [
    { slug: 'boats', language: 'en' },
    { slug: 'boats', language: 'fr-ca' },
    { slug: 'piers', language: 'en' },
    { slug: 'quais', language: 'fr-ca' },
  ];
  const named = (path: string, language: string) =>
    namedTerm({ captures: { path } }, renderContextFor(language), async (slug) =>
      terms.filter((term) => term.slug === slug),
    );

  it.each([
    ['boats/', 'en', terms[0]],
    ['boats', 'fr-ca', terms[1]],
    ['harbour/Boats/', 'fr-ca', terms[1]],
    ['piers', 'fr-ca', terms[2]],
  ])('is found by %s in %s, or in the default language', async (path, language, expected) => {
    expect(await named(path, language)).toBe(expected);
  });

  it.each([
    ['quais', 'en'],
    ['boats/unknown', 'en'],
    ['', 'en'],
  ])('is missing for %j in %s', async (path, language) => {
    await expect(named(path, language)).rejects.toMatchObject({ status: 404 });
  });
});
