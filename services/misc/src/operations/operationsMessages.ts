import { recordMessages } from './recordErrors.ts';

/** What refusals of `ops/v1` say. */
export const operationsMessages = { ...recordMessages };
