export { type UnitNote, XLIFF_VERSIONS, type XliffDocument, type XliffUnit, type XliffVersion } from './document.ts';
export { XliffFault, type XliffFaultKind } from './fault.ts';
export type { ReadUnit } from './fileBuilder.ts';
export { identityOf, type JobRevision } from './identity.ts';
export { type Answered, type ExpectedXliff, type MatchedXliff, matchXliff } from './match.ts';
export { readXliff, XLIFF_BOUNDS } from './read.ts';
export type { ReadXliff, XliffBounds } from './reading.ts';
export { isFinished, type UnitState } from './states.ts';
export { writeXliff } from './write.ts';
