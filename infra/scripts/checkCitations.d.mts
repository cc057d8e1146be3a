/** The faults of citations and links in files that are read by path, each with its place. */
export function faultsOf(
  paths: string[],
  files: { read(path: string): string; exists(path: string): boolean },
): string[];
