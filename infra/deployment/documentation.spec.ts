import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engineVariables } from '@almanac/engine/settings';
import { gatewayVariables } from '@almanac/gateway/settings';
import { serviceEntry, serviceNames } from '@almanac/manifest';
import { kafkaVariables, secretsVariables } from '@almanac/service';
import { serviceVariables } from '@almanac/service/settings';
import { z } from 'zod';
import { siteVariables } from '../all-in-one/settings.ts';
import { nativeVariables } from '../native/settings.ts';
import { commands } from '../operators/commands.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

type Row = Readonly<Record<string, string>>;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Returns the rows of the tables below a heading, or of all tables of a page, by column name. */
const rowsOf = (page: string, heading?: string): Row[] => {
  const parts = read(page).split(/^## /m);
  const part = heading === undefined ? parts.join('\n') : parts.find((each) => each.startsWith(`${heading}\n`));
  const tables = (part ?? '').match(/(?:^\|.*\|\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [names, , ...rows] = table.trim().split('\n').map(cellsOf);
    return rows.map((row) => Object.fromEntries(row.map((cell, place) => [names?.[place] ?? '', cell])));
  });
};

const namesIn = (text = ''): string[] => Array.from(text.matchAll(/`([A-Z][A-Z_]+)`/g), ([, name = '']) => name);

/** Returns the documented default of each variable. */
const told = (rows: readonly Row[]): Map<string, string | undefined> =>
  new Map(rows.flatMap((row) => namesIn(row.variable).map((name) => [name, row.default])));

/** Returns the declared default of each variable; undefined if the documentation may use its own words. */
const declared = (schema: z.ZodObject): Map<string, string | undefined> => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      const value = typeof property === 'object' ? property.default : undefined;
      if (required.includes(name)) return [name, 'required'];
      return [name, value === undefined || value === '' ? undefined : `\`${value}\``];
    }),
  );
};

const readBy = (page: string, heading: string, readers: readonly string[]): Row[] =>
  rowsOf(page, heading).filter((row) => readers.some((reader) => row['read by']?.split(', ').includes(reader)));

describe('the table of settings', () => {
  it.each<[string, Row[], z.ZodObject]>([
    ['npm start', readBy('infra/README.md', 'A whole site', ['both', 'start']), siteVariables],
    ['npm run start:native', readBy('infra/README.md', 'A whole site', ['both', 'start:native']), nativeVariables],
    ['a gateway', rowsOf('gateway/README.md', 'Settings'), gatewayVariables],
    ['npm run engine', rowsOf('libs/engine/README.md', 'Settings'), engineVariables],
    ['a service', rowsOf('libs/service/README.md', 'Environment variables'), serviceVariables],
  ])('names for %s all that its schema reads, with its default', (_what, rows, schema) => {
    const [tells, declares] = [told(rows), declared(schema)];
    expect([...tells.keys()].sort()).toEqual([...declares.keys()].sort());
    const fixed = [...declares].filter(([, fallback]) => fallback !== undefined);
    expect(fixed.map(([name]) => [name, tells.get(name)])).toEqual(fixed);
    for (const row of rows) expect(row).toEqual(expect.objectContaining({ meaning: expect.stringMatching(/\w/) }));
  });

  it.each(serviceNames.filter((name) => Object.keys(serviceEntry(name).settings).length > 0))(
    'names for %s all that the manifest lets it alone read',
    (name) => {
      const names = Object.keys(serviceEntry(name).settings);
      expect([...told(rowsOf(`services/${name}/README.md`, 'Settings')).keys()].sort()).toEqual(names.sort());
    },
  );

  it('names for operators’ commands all that they read of store, brokers and keys', () => {
    const { MONGODB_URL, DATABASE_PREFIX } = serviceVariables.shape;
    const schema = z.object({ ...kafkaVariables, ...secretsVariables, MONGODB_URL, DATABASE_PREFIX });
    const tells = told(readBy('infra/README.md', 'Commands', ['ops']));
    expect([...tells.keys()].sort()).toEqual([...Object.keys(schema.shape), 'DATA'].sort());
  });

  it('names for compose all that the file takes from the environment', () => {
    const taken = read('infra/docker/compose.yaml').matchAll(/\$\{([A-Z_]+)/g);
    const names = new Set(Array.from(taken, ([, name]) => name));
    expect([...told(rowsOf('infra/README.md', 'Compose')).keys()].sort()).toEqual([...names].sort());
  });
});

/**
 * Variables of every process, and npm's variable with the folder of the call; Almanac has no settings of these names.
 */
const GENERAL = ['PATH', 'HOME', 'INIT_CWD', 'NODE_OPTIONS'];

const sources = (patterns: readonly string[]): string =>
  globSync(patterns, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .map(read)
    .join('\n');

const withoutSpecs = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => /node_modules|\.(spec|contract)\.ts$/.test(path) });

const readIn = (code: string, from: string): string[] => {
  const found = code.matchAll(new RegExp(`\\b${from}\\.([A-Z][A-Z_]+)`, 'g'));
  return Array.from(found, ([, name = '']) => name).filter((name) => !GENERAL.includes(name));
};

describe('a variable that is read without a schema', () => {
  const infra = ['A whole site', 'Commands'].flatMap((each) => rowsOf('infra/README.md', each));

  it('stands in a table if starters or commands read it', () => {
    const code = sources(
      ['all-in-one', 'commands', 'import', 'native', 'operators'].flatMap((each) => withoutSpecs(`infra/${each}`)),
    );
    const names = told(infra);
    expect(readIn(code, '(?:process\\.env|environment)').filter((name) => !names.has(name))).toEqual([]);
  });

  it('stands in the table of `e2e/README.md` if tests or their scripts read it', () => {
    const names = told(rowsOf('e2e/README.md'));
    const code = sources(['e2e/**/*.{ts,mjs}', 'infra/scripts/*.mjs']);
    expect(readIn(code, 'process\\.env').filter((name) => !names.has(name))).toEqual([]);
  });

  it('occurs in the code, like every variable in a table', () => {
    const code = sources(['e2e/**/*.{ts,mjs}', ...['infra', 'gateway', 'libs'].flatMap(withoutSpecs)]);
    const names = [...told(infra).keys(), ...told(rowsOf('e2e/README.md')).keys()];
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

describe('the page on architecture', () => {
  it('lists every library, and no other', () => {
    const listed = rowsOf('docs/architecture.md', '1. The house').flatMap(
      ({ folder }) => /libs\/[\w-]+/.exec(folder ?? '')?.[0] ?? [],
    );
    expect(listed.toSorted()).toEqual(globSync('libs/*', { cwd: root }).toSorted());
  });
});

describe('the page on operation', () => {
  const page = 'docs/operations.md';

  it('names every operators’ command, and no other', () => {
    const named = read(page).matchAll(/npm run ops -- ([a-z-]+)/g);
    expect([...new Set(Array.from(named, ([, name]) => name))].sort()).toEqual(Object.keys(commands).sort());
  });

  it('names every metric of Almanac, and no other', () => {
    const metrics = (text: string): string[] => [...new Set(text.match(/\b(?:almanac|http)_[a-z_]+_[a-z]+\b/g))].sort();
    const registered = sources([
      'libs/service/src/{metrics,requestTimes,process/serviceMetrics,process/startService}.ts',
      'gateway/src/answers/cacheUses.ts',
    ]).match(/'(?:almanac|http)_[a-z_]+'/g);
    expect(
      metrics(
        rowsOf(page)
          .map((row) => row.metric ?? '')
          .join('\n'),
      ),
    ).toEqual(metrics(String(registered)));
  });

  it('names only log lines that the code writes', () => {
    const code = ['libs', 'services', 'gateway', 'infra'].flatMap(withoutSpecs).map(read).join('\n');
    const lines = rowsOf(page).flatMap(({ line = '' }) =>
      Array.from(line.matchAll(/`([^`]+)`/g), ([, text = '']) => text),
    );
    // its end is the name of a server
    const written = lines.map((line) => line.replace(/^waiting for (MongoDB|Kafka)$/, '`waiting for $'));
    expect(lines.length).toBeGreaterThan(20);
    expect(written.filter((line) => !code.includes(line))).toEqual([]);
  });
});
