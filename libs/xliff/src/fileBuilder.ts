import type { XliffUnit } from './document.ts';

/** A unit as it was read, with the line where it ended. */
export interface ReadUnit extends XliffUnit {
  readonly line: number;
}

export interface FileHead {
  readonly original: string;
  readonly sourceLanguage: string;
  /** Empty where the file names none. */
  readonly targetLanguage: string;
}

/** Gathers what a file says; what must not be twice is refused by a reason, which the reader gives its line. */
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

  /** The reason why it cannot be taken, or null. */
  add(unit: Omit<ReadUnit, 'line'>): string | null {
    if (this.#units.has(unit.id)) return `the unit “${unit.id}” is there twice`;
    this.#units.set(unit.id, { ...unit, line: this.#line() });
    return null;
  }

  /** All that was read, or null where there was no file. */
  finished() {
    if (this.#head === null) return null;
    return { ...this.#head, reference: this.#reference, units: [...this.#units.values()] };
  }
}
