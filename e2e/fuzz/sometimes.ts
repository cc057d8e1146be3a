import fc, { type Arbitrary } from 'fast-check';

/** The first one, and now and then the second. */
export const sometimes = <T>(often: Arbitrary<T>, rarely: Arbitrary<T>, weight = 6): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: rarely });
