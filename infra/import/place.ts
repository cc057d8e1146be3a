import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '@almanac/i18n';

/** A record that the site created from a thing, with a text that identifies it there. */
export interface Brought {
  readonly id: number;
  readonly mark: string;
}

/** The file, site and options of an import; if one differs, the import starts again. */
export interface PlaceOf {
  /** The digest of the file's content. */
  readonly content: string;
  readonly root: string;
  /** The options that change the result of the import. */
  readonly options: readonly (string | undefined)[];
}

interface Head {
  /** The digest of file, site and options. */
  readonly of: string;
  readonly begun: string;
  /** The name of this import in idempotency keys. */
  readonly name: string;
}

/** A line after the head: a thing that the site has answered, or the number of things. */
type Line = { readonly thing: string; readonly made?: Brought } | { readonly total: number };

/** The number of records that are requested to check whether the site is still the same. */
const MAX_RECENT_ITEMS = 20;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the path of an import's progress: beside its file, one for each site. */
export const placeFileOf = (file: string, root: string): string => `${file}.${hash(root).slice(0, 8)}.import`;

/**
 * The progress of an import, stored so that an interrupted one can continue. Things are named by their position in the
 * file. A thing without acknowledgement may still be on the site; the next run looks it up there, as a first run does.
 */
export class Place {
  #path: string | undefined;
  readonly #of: string;
  readonly #onUnkept: (reason: string) => void;
  readonly #things = new Map<string, Brought | undefined>();
  #head: Head;
  #total = 0;
  #isWritten = false;

  private constructor(path: string | undefined, of: string, onUnkept: (reason: string) => void) {
    this.#path = path;
    this.#of = of;
    this.#onUnkept = onUnkept;
    this.#head = this.#newHead();
  }

  /**
   * Opens the progress of earlier runs in a file.
   * @param onUnkept called once if the progress cannot be stored
   */
  static open(path: string, what: PlaceOf, onUnkept: (reason: string) => void): Place {
    const place = new Place(path, hash(JSON.stringify([what.content, what.root, what.options])), onUnkept);
    place.#read(path);
    return place;
  }

  /** Returns progress that is not stored. */
  static nowhere(): Place {
    return new Place(undefined, '', () => undefined);
  }

  /** Returns the start of the import's first run. */
  get begun(): Date {
    return new Date(this.#head.begun);
  }

  /** Returns the number of things from earlier runs, and the number of all things as far as those runs knew. */
  get earlier(): { readonly done: number; readonly total: number } {
    return { done: this.#things.size, total: this.#total };
  }

  /** Returns the newest records that earlier runs have created. */
  get recent(): readonly Brought[] {
    return [...this.#things.values()].filter((made) => made !== undefined).slice(-MAX_RECENT_ITEMS);
  }

  /** True if an earlier run has imported the thing. */
  has(thing: string): boolean {
    return this.#things.has(thing);
  }

  /** Returns the id that the site gave a thing in an earlier run. */
  idOf(thing: string): number | undefined {
    return this.#things.get(thing)?.id;
  }

  /** Returns the idempotency key of a thing in this import. */
  keyOf(thing: string): string {
    return `import-${this.#head.name}-${thing}`;
  }

  /** Stores that the site has answered. */
  acknowledge(thing: string, made?: Brought): void {
    this.#write({ thing, ...(made !== undefined && { made }) });
  }

  /** Stores the number of things, as far as it is known. */
  expect(total: number): void {
    if (total === this.#total) return;
    this.#total = total;
    this.#write({ total });
  }

  /** Starts again and drops the progress of earlier runs. */
  forget(): void {
    this.end();
    this.#things.clear();
    this.#total = 0;
    this.#head = this.#newHead();
  }

  /** Deletes the stored progress. */
  end(): void {
    if (this.#isWritten) this.#onFile((path) => rmSync(path, { force: true }));
    this.#isWritten = false;
  }

  #newHead(): Head {
    return { of: this.#of, begun: new Date().toISOString(), name: randomUUID() };
  }

  #read(path: string): void {
    // The lines are from an earlier run of this importer.
    const [head, ...lines] = linesIn(path) as [Head?, ...Line[]];
    if (head?.of !== this.#of) return;
    this.#head = head;
    this.#isWritten = true;
    for (const line of lines) {
      if ('thing' in line) this.#things.set(line.thing, line.made);
      else this.#total = line.total;
    }
  }

  #write(line: Line): void {
    this.#onFile((path) => {
      if (!this.#isWritten) writeFileSync(path, JSON.stringify(this.#head));
      this.#isWritten = true;
      // A killed run may have left half a line.
      appendFileSync(path, `\n${JSON.stringify(line)}`);
    });
  }

  #onFile(change: (path: string) => void): void {
    if (this.#path === undefined) return;
    try {
      change(this.#path);
    } catch (error) {
      if (!(error instanceof Error) || codeOf(error) === undefined) throw error;
      this.#path = undefined;
      this.#onUnkept(error.message);
    }
  }
}

const linesIn = (path: string): unknown[] => {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(lineIn);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
};

const lineIn = (text: string): unknown[] => {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? [line] : [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
};
