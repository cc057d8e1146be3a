export function unsafeLookups(source: string): { line: number; name: string }[];
