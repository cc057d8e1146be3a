import { countsContract } from './contract/counts.contract.ts';
import { longFiltersContract } from './contract/longFilters.contract.ts';
import type { Limits, Make } from './contract/make.ts';
import { randomQueriesContract } from './contract/randomQueries.contract.ts';
import { readLimitsContract } from './contract/readLimits.contract.ts';
import { rebuildContract } from './contract/rebuild.contract.ts';
import { wordsContract } from './contract/words.contract.ts';
import { writesContract } from './contract/writes.contract.ts';

export type { Limits, Make } from './contract/make.ts';

/** Requirements for every store of state documents; each adapter's spec runs it with its own `make`. */
export const documentsContract = (name: string, make: Make, limits: Limits = {}): void => {
  describe(`the document store of ${name}`, () => {
    describe('for writes', () => writesContract(make));
    describe('for searches by words', () => wordsContract(make));
    describe('for long filters', () => longFiltersContract(make));
    describe('for counts', () => countsContract(make));
    describe('for limits of reads', () => readLimitsContract(make));
    describe('for rebuilds', () => rebuildContract(make));
    describe('for random queries', () => randomQueriesContract(make, limits));
  });
};
