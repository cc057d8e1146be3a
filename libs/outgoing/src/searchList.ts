/** The part of `/etc/resolv.conf` that completes short names. */
export interface SearchList {
  readonly domains: readonly string[];
  /** A name with as many dots is asked as it is before the domains are tried. */
  readonly ndots: number;
}

/** Reads the text of `resolv.conf`; the last `search` or `domain` line counts (resolv.conf(5)). */
export const readSearchList = (text: string): SearchList => {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    if (keyword === 'search') domains = values;
    if (keyword === 'domain') domains = values.slice(0, 1);
    if (keyword !== 'options') continue;
    for (const option of values) if (/^ndots:\d+$/.test(option)) ndots = Number(option.slice('ndots:'.length));
  }
  return { domains, ndots };
};

/** The names that a host name may mean, in the order in which they are asked; one that ends with a dot is complete. */
export const completedNames = (host: string, { domains, ndots }: SearchList): readonly string[] => {
  if (host.endsWith('.')) return [host];
  const searched = domains.map((domain) => `${host}.${domain}`);
  return host.split('.').length > ndots ? [host, ...searched] : [...searched, host];
};
