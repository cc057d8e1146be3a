/** The code of an error of Node or of ours, such as `ENOENT`; undefined for a value without one. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
