import fc from 'fast-check';

/**
 * What random cases of a run begin from: always the same, so that a change is judged by itself and a failure comes again.
 * `npm run e2e` begins from the clock; `FUZZ_SEED` names another beginning.
 */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) });
