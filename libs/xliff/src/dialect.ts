import type { XliffFaultKind } from './fault.ts';

/** The value of an attribute that is in no namespace; `undefined` where there is none. */
export type Attributes = (name: string) => string | undefined;

/** Refuses the file, at the line that is being read. */
export type Refuse = (reason: string, kind?: XliffFaultKind) => never;

/**
 * What the elements of one version mean. The walker tells it those of its own namespace, without what is in an element that it
 * did not want to see.
 */
export interface Dialect {
  /** The element itself, before a file is asked for. */
  root(attributes: Attributes): void;
  /** Whether what is in the element matters. */
  open(name: string, parent: string, attributes: Attributes): boolean;
  /** Whether the element holds a text, which `close` gets. */
  holdsText(name: string, parent: string): boolean;
  close(name: string, parent: string, text: string): void;
  /** What an element within a text stands for where it begins, and where it ends. */
  inlineOpen(name: string, attributes: Attributes): string;
  inlineClose(name: string): string;
}
