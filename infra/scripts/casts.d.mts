export function castsIn(source: string): { line: number; code: string; isDouble: boolean }[];
