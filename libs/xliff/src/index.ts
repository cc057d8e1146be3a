export { XLIFF_VERSIONS, type XliffUnit, type XliffVersion } from './document.ts';
export { XliffFault } from './fault.ts';
export { identityOf } from './identity.ts';
export { type ExpectedXliff, type MatchedXliff, matchXliff } from './match.ts';
export { readXliff, readXliffInTurns, XLIFF_BOUNDS } from './read.ts';
export type { ReadXliff } from './reading.ts';
export { isFinished, UNIT_STATES, type UnitState } from './states.ts';
export { writeXliff, xliffPieces } from './write.ts';
export { xmlText } from './xmlText.ts';
