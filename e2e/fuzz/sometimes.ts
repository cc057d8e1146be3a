import fc, { type Arbitrary } from 'fast-check';

/** Generates mostly from the first arbitrary, and sometimes from the second. */
export const sometimes = <T>(often: Arbitrary<T>, rarely: Arbitrary<T>, weight = 6): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: rarely });
