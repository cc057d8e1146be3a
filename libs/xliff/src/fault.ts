/**
 * The kind of a file's fault: invalid XLIFF, an unsupported version, another file than expected, or a changed source.
 */
export type XliffFaultKind = 'malformed' | 'version' | 'mismatch' | 'source-changed';

/** A file is refused at the line where the reader noticed the fault. Lines count from 1; 0 is the whole file. */
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
