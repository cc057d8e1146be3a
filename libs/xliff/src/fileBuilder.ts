import type { XliffUnit } from './document.ts';

/** A unit with the line where it ended. */
export interface ReadUnit extends XliffUnit {
  readonly line: number;
  /** The name of the unit if it is not its id: programs that number units anew keep `resname` of 1.2. */
  readonly name?: string | undefined;
}

export interface FileHead {
  readonly original: string;
  readonly sourceLanguage: string;
  /** Empty if the file names none. */
  readonly targetLanguage: string;
}

/** Collects the parts of a file. It refuses duplicates with a reason, to which the reader adds the line. */
export class FileBuilder {
  readonly #units = new Map<string, ReadUnit>();
  readonly #line: () => number;
  #head: FileHead | null = null;
  #reference = '';

  constructor(line: () => number) {
    this.#line = line;
  }

  begin(head: FileHead): void {
    this.#head = head;
  }

  get begun(): boolean {
    return this.#head !== null;
  }

  refer(address: string): void {
    this.#reference = address;
  }

  /** Adds a unit. Returns the reason for a refusal, or null. */
  add(unit: Omit<ReadUnit, 'line'>): string | null {
    if (this.#units.has(unit.id)) return `the unit “${unit.id}” is there twice`;
    this.#units.set(unit.id, { ...unit, line: this.#line() });
    return null;
  }

  /** Returns the whole file, or null if there was none. */
  finished() {
    if (this.#head === null) return null;
    return { ...this.#head, reference: this.#reference, units: [...this.#units.values()] };
  }
}
