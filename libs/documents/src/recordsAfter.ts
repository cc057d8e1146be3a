import type { Filter, Scalar } from './documents.ts';

/**
 * Returns the filter for the documents that follow one in the ascending order of a field and then of the id: the next
 * page of a list, which is read without the pages before it.
 */
export const recordsAfter = (field: string, last: { readonly value: Scalar; readonly id: number }): Filter => ({
  all: [
    { field, from: last.value },
    {
      not: {
        all: [
          { field, equals: last.value },
          { field: 'id', to: last.id },
        ],
      },
    },
  ],
});
