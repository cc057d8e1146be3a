/** The `id` of a record as it is shown inside another; undefined for what is no such object. */
export const memberId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly id?: unknown }).id
    : undefined;
