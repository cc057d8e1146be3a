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
  const urlOf = (specifier: string, parentURL: string | undefined, conditions: string[] = []): string =>
    resolve(specifier, { conditions, importAttributes: {}, parentURL }, next).url;
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

  it('resolves a package once per workspace, elsewhere once per folder, and a workspace once', () => {
    const { asked, urlOf } = resolverWithNext();
    const project = new URL('../../', import.meta.url).href;
    const paths = ['libs/rest/src/app.ts', 'libs/rest/src/messages/texts.ts', 'libs/text/src/fold.ts'];
    const parents = [...paths, 'infra/commands/ask.ts', 'infra/commands/output.ts', 'infra/cli/main.ts'].map(
      (path) => project + path,
    );
    // the folder of the sources is that of the project, not one above it
    parents.push('file:///home/src/app.ts', 'file:///home/src/texts/app.ts');
    for (const name of ['zod', '@almanac/text'])
      expect(parents.map((parent) => urlOf(name, parent))).toEqual(parents.map(() => resolved.url));
    expect(asked).toEqual([...Array.from({ length: 6 }, () => 'zod'), '@almanac/text']);
  });

  it('resolves modules of Node without a look at files', () => {
    const { asked, urlOf } = resolverWithNext();
    expect([urlOf('node:path', `${FOLDER}/app.ts`), asked]).toEqual(['node:path', []]);
  });

  it('resolves files that a module of a package imports from its package, but none that it requires', () => {
    const { asked, urlOf } = resolverWithNext();
    const parent = 'file:///site/node_modules/zod/v4/core/index.js';
    expect(urlOf('../classic/schemas.js', parent, ['node', 'import'])).toBe(
      'file:///site/node_modules/zod/v4/classic/schemas.js',
    );
    expect(asked).toEqual([]);
    for (const [specifier, condition] of [
      ['./core.js', 'require'],
      ['./core', 'import'],
      ['./core.json', 'import'],
      ['./core.js?query', 'import'],
      ['core.js', 'import'],
    ] as const)
      urlOf(specifier, parent, ['node', condition]);
    expect(asked).toEqual(['./core.js', './core', './core.json', './core.js?query', 'core.js']);
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
