/**
 * What is wrong with a file: it is no XLIFF, of a version that is not read here, or of something else than was expected.
 */
export type XliffFaultKind = 'malformed' | 'version' | 'mismatch' | 'source-changed';

/** A file is refused with the line where its reader noticed. Lines count from 1; 0 is the file as a whole. */
export class XliffFault extends Error {
  override readonly name = 'XliffFault';
  readonly kind: XliffFaultKind;
  readonly line: number;
  readonly reason: string;

  constructor(kind: XliffFaultKind, line: number, reason: string) {
    super(line === 0 ? reason : `line ${line}: ${reason}`);
    this.kind = kind;
    this.line = line;
    this.reason = reason;
  }
}
