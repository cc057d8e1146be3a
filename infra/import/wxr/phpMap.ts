const ENTRY = /(?:s:\d+:"([^"]*)"|i:(\d+));(?:s:\d+:"([^"]*)"|i:(\d+)|b:([01])|d:([\d.]+));/g;

const OUTER = /^a:\d+:\{/;
const NESTED = /a:\d+:\{[^{}]*\}/g;

/** Returns the plain entries of a serialized PHP array, such as `a:2:{s:2:"en";i:30;s:2:"fr";i:31;}`, without nested arrays. */
export const phpMap = (text: string): ReadonlyMap<string, string> => {
  const map = new Map<string, string>();
  if (!OUTER.test(text.trim())) return map;
  const entries = text.trim().replace(OUTER, '').replaceAll(NESTED, 'N;');
  for (const [, name, index, ...values] of entries.matchAll(ENTRY))
    map.set(name ?? index ?? '', values.find((value) => value !== undefined) ?? '');
  return map;
};
