const ENTRY = /(?:s:\d+:"([^"]*)"|i:(\d+));(?:s:\d+:"([^"]*)"|i:(\d+)|b:([01])|d:([\d.]+));/g;

/** Returns the plain entries of a serialized PHP array, such as `a:2:{s:2:"en";i:30;s:2:"fr";i:31;}`. */
export const phpMap = (text: string): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  if (!/^a:\d+:\{/.test(text.trim())) return map;
  for (const [, name, index, ...values] of text.matchAll(ENTRY))
    map.set(name ?? index ?? '', values.find((value) => value !== undefined) ?? '');
  return map;
};
