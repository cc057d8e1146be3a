import { LRUCache } from 'lru-cache';
import type { ParsedBody } from '../readLimit.ts';
import type { DocumentTable, Identity } from './documentTable.ts';

/** Maximum characters of the JSON of all cached bodies: those of a thousand usual events. */
const MAX_CHARACTERS = 2_097_152;
/** Maximum characters of one body; longer ones are parsed each time. */
const MAX_BODY_CHARACTERS = 16_384;

/** The type of its body is that of the table, whose documents are of one kind. */
interface KnownBody extends ParsedBody<ReturnType<typeof JSON.parse>> {
  readonly identity: Identity;
}

/** Freezes a JSON value with everything in it. */
const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
};

/** Caches the parsed bodies of short documents, which lists read again and again. They are shared, and so frozen. */
export class ParsedBodies {
  readonly #known = new LRUCache<string, KnownBody>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ characters }) => Math.max(1, characters),
  });

  /** Returns the body of a document that was found; undefined if there is none, or it has been deleted since. */
  read<Body>(table: DocumentTable, found: Identity | undefined): ParsedBody<Body> | undefined {
    if (found === undefined) return undefined;
    const [id, version, fold] = found;
    const key = `${table.collection}/${table.generation}/${typeof id} ${id}`;
    const known = this.#known.get(key);
    if (known?.identity[1] === version && known.identity[2] === fold) return known;
    const parsed = table.parsed<Body>(id);
    if (parsed !== undefined && parsed.characters <= MAX_BODY_CHARACTERS) {
      frozen(parsed.body);
      this.#known.set(key, parsed);
    }
    return parsed;
  }
}
