import type { XliffFaultKind } from './fault.ts';

/** Returns the value of an attribute without namespace; undefined if it is missing. */
export type Attributes = (name: string) => string | undefined;

/** Refuses the file, at the current line. */
export type Refuse = (reason: string, kind?: XliffFaultKind) => never;

export interface DialectOptions {
  readonly maxMarkupLength: number;
  /** True to keep codes without markup in texts, for `matchXliff`; false to refuse them. */
  readonly areCodesKept: boolean;
}

/**
 * The meaning of the elements of one version.
 * The walker reports the elements of the version's namespace, except those within an element that `open` skipped.
 */
export interface Dialect {
  /** Called for the root element, before any file. */
  root(attributes: Attributes): void;
  /** True if the element's content matters. */
  open(name: string, parent: string, attributes: Attributes): boolean;
  /** True if the element contains a text, which `close` receives. */
  holdsText(name: string, parent: string): boolean;
  close(name: string, parent: string, text: string): void;
  /** Returns the texts that an element within a text represents: one at its beginning and one at its end. */
  inlineOpen(name: string, attributes: Attributes): string;
  inlineClose(name: string): string;
}
