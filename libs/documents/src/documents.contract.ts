import { countsContract } from './contract/counts.contract.ts';
import { longFiltersContract } from './contract/longFilters.contract.ts';
import type { Limits, Make } from './contract/make.ts';
import { randomQueriesContract } from './contract/randomQueries.contract.ts';
import { rebuildContract } from './contract/rebuild.contract.ts';
import { wordsContract } from './contract/words.contract.ts';
import { writesContract } from './contract/writes.contract.ts';

export type { Limits, Make } from './contract/make.ts';

/** Requirements for every store of state documents; each adapter's spec runs it with its own `make`. */
export const documentsContract = (name: string, make: Make, limits: Limits = {}): void => {
  describe(`${name} keeps state documents`, () => {
    describe('written', () => writesContract(make));
    describe('searched', () => wordsContract(make));
    describe('asked at length', () => longFiltersContract(make));
    describe('counted', () => countsContract(make));
    describe('rebuilt', () => rebuildContract(make));
    describe('asked at random', () => randomQueriesContract(make, limits));
  });
};
