import { execFileSync } from 'node:child_process';
import { createSourceResolver } from './resolveSources.ts';

const FOLDER = 'file:///site/libs/rest/src';
const resolved = { url: 'file:///site/node_modules/zod/index.js', format: 'module' };

const resolverWithNext = () => {
  const asked: string[] = [];
  const resolve = createSourceResolver();
  const next = (specifier: string) => {
    asked.push(specifier);
    return resolved;
  };
  const urlOf = (specifier: string, parentURL: string | undefined): string =>
    resolve(specifier, { conditions: [], importAttributes: {}, parentURL }, next).url;
  return { asked, urlOf };
};

describe('the resolver of sources', () => {
  it.each([
    ['./route.ts', `${FOLDER}/route.ts`],
    ['./messages/texts.ts', `${FOLDER}/messages/texts.ts`],
    ['../testing.ts', 'file:///site/libs/rest/testing.ts'],
    ['../../text/src/a.ts', 'file:///site/libs/text/src/a.ts'],
    ['./../testing.ts', 'file:///site/libs/rest/testing.ts'],
  ])('resolves %s without Node', (specifier, url) => {
    const { asked, urlOf } = resolverWithNext();
    expect([urlOf(specifier, `${FOLDER}/app.ts`), asked]).toEqual([url, []]);
  });

  it('resolves a package once per folder, and a workspace once', () => {
    const { asked, urlOf } = resolverWithNext();
    const parents = [`${FOLDER}/app.ts`, `${FOLDER}/args.ts`, `${FOLDER}/messages/texts.ts`];
    for (const name of ['zod', '@almanac/text'])
      expect(parents.map((parent) => urlOf(name, parent))).toEqual(parents.map(() => resolved.url));
    expect(asked).toEqual(['zod', 'zod', '@almanac/text']);
  });

  it.each([
    ['../package.json', `${FOLDER}/app.ts`],
    ['./core.js', 'file:///site/node_modules/zod/index.js'],
    ['./main.ts', undefined],
    ['./a.ts', 'data:text/javascript,0'],
  ])('leaves %s of %s to Node', (specifier, parent) => {
    const { asked, urlOf } = resolverWithNext();
    urlOf(specifier, parent);
    urlOf(specifier, parent);
    expect(asked).toEqual([specifier, specifier]);
  });

  it.each([
    ['../locales/index.js', 'file:///site/node_modules/zod/v4/core/index.js'],
    ['@opentelemetry/api', 'file:///site/node_modules/prom-client/lib/metrics/processCpuTotal.js'],
    ['tdigest', 'file:///site/node_modules/prom-client/lib/timeWindowQuantiles.js'],
    ['body-parser', 'file:///site/node_modules/express/lib/express.js'],
  ])('resolves %s, which a package loads and no site uses, to an empty module', (specifier, parent) => {
    const { asked, urlOf } = resolverWithNext();
    expect([urlOf(specifier, parent), asked]).toEqual([new URL('nothing.cjs', import.meta.url).href, []]);
  });

  it.each([
    ['../locales/en.js', 'file:///site/node_modules/zod/v4/classic/schemas.js'],
    ['@opentelemetry/api', 'file:///site/node_modules/@opentelemetry/sdk-node/build/index.js'],
    ['router', 'file:///site/node_modules/express/lib/express.js'],
  ])('leaves %s of %s to Node, which a site uses', (specifier, parent) => {
    const { asked, urlOf } = resolverWithNext();
    expect([urlOf(specifier, parent), asked]).toEqual([resolved.url, [specifier]]);
  });

  it('replaces node:http by its members that do not come from undici', () => {
    const { asked, urlOf } = resolverWithNext();
    expect([urlOf('node:http', `${FOLDER}/app.ts`), asked]).toEqual([
      new URL('httpWithoutUndici.ts', import.meta.url).href,
      [],
    ]);
  });

  it('replaces these modules only, and resolves every other import of a site as Node does', () => {
    const compare = `
      import { registerHooks } from 'node:module';
      import { createSourceResolver } from './resolveSources.ts';
      const resolve = createSourceResolver();
      let compared = 0;
      const replaced = new Set();
      registerHooks({
        resolve: (specifier, context, next) => {
          const plain = next(specifier, context);
          const { url, format } = resolve(specifier, context, next);
          if (/\\/(nothing\\.cjs|httpWithoutUndici\\.ts)$/.test(url)) replaced.add(specifier);
          else if (url !== plain.url || (format ?? plain.format) !== plain.format)
            throw new Error(specifier + ' of ' + context.parentURL + ': ' + url + ' ' + format + ', by Node ' + plain.url + ' ' + plain.format);
          compared++;
          return plain;
        },
      });
      await import('../all-in-one/compose.ts');
      console.log(JSON.stringify({ compared, replaced: [...replaced].sort() }));
    `;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', compare], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    const { compared, replaced } = JSON.parse(printed);
    expect(replaced).toEqual([
      '../locales/index.js',
      './application',
      './request',
      './response',
      '@opentelemetry/api',
      'body-parser',
      'node:http',
      'serve-static',
      'tdigest',
    ]);
    expect(compared).toBeGreaterThan(3_000);
  });
});
