/**
 * Writes the examples of the reference, `gateway/src/reference/examples.json`. The example of an operation is its first
 * successful recorded exchange, with the current answer of a site, or else a value generated from its schema.
 * `npm run examples --workspace e2e` takes some minutes. With `CASES=none` it replays nothing and keeps valid examples.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSampler } from '@almanac/gateway/sampled';
import type { Case } from '../conformance/conform.mjs';
import { offered } from '../conformance/offered.ts';
import { startEmbedded } from '../engines/inProcess.ts';
import { type Exchange, recordExchanges } from './recordExchanges.ts';
import { createFit, type Document, isJson, type Place, placesOf } from './schemas.ts';
import { shortened } from './shortened.ts';

/** Examples by operation: the request, and the answers by status. */
type Examples = Record<string, Record<string, unknown>>;

const here = new URL('../conformance/', import.meta.url);
const at = (path: string): string => fileURLToPath(new URL(path, here));
const read = <Content>(path: string): Content => JSON.parse(readFileSync(at(path), 'utf8')) as Content;

const readDocument = async (): Promise<Document> => {
  const site = await startEmbedded(at('site.json'));
  try {
    return (await (await fetch(`${site.base}/openapi.json`)).json()) as Document;
  } finally {
    await site.stop();
  }
};

/** Returns the operation of an exchange: the matching path template with the most literal parts. */
const operationOf = ({ method, path }: Exchange, { paths }: Document): string | undefined => {
  const asked = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return (
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith('{') || part === asked[index]?.toLowerCase())
    );
  };
  const captures = (template: string): number => template.split('{').length;
  const [template] = Object.keys(paths)
    .filter(fits)
    .sort((one, other) => captures(one) - captures(other));
  return template === undefined ? undefined : `${method} ${template}`;
};

const take = (examples: Examples, places: ReadonlyMap<string, readonly Place[]>, one: Exchange, operation: string) => {
  for (const place of places.get(operation) ?? []) {
    const value = place.part === 'request' ? one.sent : place.part === String(one.status) ? one.body : undefined;
    const known = examples[operation]?.[place.part];
    if (value === undefined || known !== undefined || !isJson(place)) continue;
    const short = shortened(value, (form) => fit(place, form) === '');
    if (short !== undefined) examples[operation] = { ...examples[operation], [place.part]: short };
  }
};

const document = await readDocument();
const fit = createFit(document);
const places = Map.groupBy(placesOf(document), ({ operation }) => operation);
const examples: Examples = {};
const target = new URL('../../gateway/src/reference/examples.json', import.meta.url);
const kept = JSON.parse(readFileSync(target, 'utf8')) as Examples;
const users = read<Record<string, unknown>>('users.json');

for (const [file, only] of Object.entries(offered).filter(([name]) => name.startsWith(process.env.CASES ?? ''))) {
  const { scenarios, environment = {} } = read<Case>(`cases/${file}`);
  const variables = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  for (const scenario of scenarios.filter(({ name }) => only === 'all' || only.includes(name))) {
    for (const one of await recordExchanges(scenario, at('site.json'), variables, users)) {
      const operation = operationOf(one, document);
      if (operation !== undefined && one.status < 300) take(examples, places, one, operation);
    }
  }
  process.stderr.write(`${file}: examples of ${Object.keys(examples).length} operations\n`);
}

const sample = createSampler(document as object);

/** Returns the example of a place: a recorded one, the previous one, or one made from its schema. */
const chosen = (place: Place): unknown => {
  const had = kept[place.operation]?.[place.part];
  const values = [examples[place.operation]?.[place.part], had, sample(place.content.schema, place.part === 'request')];
  return values.find((value) => value !== undefined && fit(place, value) === '');
};

const lines = [...places]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([operation, all]) => {
    const found = all.filter(isJson).map((place) => [place.part, chosen(place)] as const);
    for (const [part, value] of found)
      if (value === undefined) process.stderr.write(`no example: ${operation} ${part}\n`);
    const there = Object.fromEntries(found.filter(([, value]) => value !== undefined));
    return Object.keys(there).length === 0 ? [] : [`${JSON.stringify(operation)}: ${JSON.stringify(there)}`];
  });
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`);
