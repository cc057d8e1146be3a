import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '@almanac/i18n';

/** What the site has made of a thing, and a text by which it is recognized there. */
export interface Brought {
  readonly id: number;
  readonly mark: string;
}

/** What an import is of; with anything else it begins anew. */
export interface PlaceOf {
  /** The digest of the file's content. */
  readonly content: string;
  readonly root: string;
  /** Options that change what is brought. */
  readonly options: readonly (string | undefined)[];
}

interface Head {
  /** The digest of what it is of. */
  readonly of: string;
  readonly begun: string;
  /** Names this import in keys. */
  readonly name: string;
}

/** The lines after the head: a thing that the site has answered, or how many things there are. */
type Line = { readonly thing: string; readonly made?: Brought } | { readonly total: number };

/** So many are asked for, to see whether the site is still the one that answered. */
const RECENT = 20;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Where the place of an import is kept: beside its file, one for each site. */
export const placeFileOf = (file: string, root: string): string => `${file}.${hash(root).slice(0, 8)}.import`;

/**
 * How far the import of a file has come, kept so that an interrupted one goes on. Things are named by their place in the
 * file. What is not acknowledged here may be on the site all the same: it is looked up there, as by a first run.
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

  /** As earlier runs left it in a file. @param onUnkept told once, where it cannot be kept */
  static open(path: string, what: PlaceOf, onUnkept: (reason: string) => void): Place {
    const place = new Place(path, hash(JSON.stringify([what.content, what.root, what.options])), onUnkept);
    place.#read(path);
    return place;
  }

  /** One that is not kept. */
  static nowhere(): Place {
    return new Place(undefined, '', () => undefined);
  }

  /** When the import began, in its first run. */
  get begun(): Date {
    return new Date(this.#head.begun);
  }

  /** How many things earlier runs brought, and of how many as far as they knew. */
  get earlier(): { readonly done: number; readonly total: number } {
    return { done: this.#things.size, total: this.#total };
  }

  /** The newest of them that the site has made something of. */
  get recent(): readonly Brought[] {
    return [...this.#things.values()].filter((made) => made !== undefined).slice(-RECENT);
  }

  /** Whether an earlier run has brought a thing. */
  has(thing: string): boolean {
    return this.#things.has(thing);
  }

  /** The id that the site gave a thing in an earlier run. */
  idOf(thing: string): number | undefined {
    return this.#things.get(thing)?.id;
  }

  /** The key under which the site does a thing of this import once. */
  keyOf(thing: string): string {
    return `import-${this.#head.name}-${thing}`;
  }

  /** Keeps that the site has answered. */
  acknowledge(thing: string, made?: Brought): void {
    this.#write({ thing, ...(made !== undefined && { made }) });
  }

  /** Keeps how many things there are, as far as is known. */
  expect(total: number): void {
    if (total === this.#total) return;
    this.#total = total;
    this.#write({ total });
  }

  /** Begins anew, whatever earlier runs have left. */
  forget(): void {
    this.end();
    this.#things.clear();
    this.#total = 0;
    this.#head = this.#newHead();
  }

  /** Nothing is left to go on with. */
  end(): void {
    if (this.#isWritten) this.#onFile((path) => rmSync(path, { force: true }));
    this.#isWritten = false;
  }

  #newHead(): Head {
    return { of: this.#of, begun: new Date().toISOString(), name: randomUUID() };
  }

  #read(path: string): void {
    // as an earlier run of this importer wrote them
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
      // what ended by force may have left half a line before
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
