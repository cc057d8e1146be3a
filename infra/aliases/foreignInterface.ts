import profile from './wordpress.json' with { type: 'json' };

/** The names of the other system, with those of this one. */
export const foreignProfile = profile;

/** The segment that begins the addresses of the interface of the other system. */
export const foreignRestPrefix: string = profile.restPrefix;

/** The headers with the number of records of a list, in lower case. */
export const foreignTotals: readonly string[] = Object.entries(profile.headers)
  .filter(([, own]) => own.endsWith('-Total'))
  .map(([foreign]) => foreign.toLowerCase());

/** The relation by which pages of the other system name its interface. */
export const foreignApiRelation: string =
  Object.entries(profile.relations).find(([, own]) => own === 'urn:almanac:rel:')?.[0] ?? '';

/** The folder of files in addresses of the other system, and its name here. */
export const foreignUploads = { foreign: '/wp-content/uploads/', own: profile.paths['/wp-content/uploads/'] } as const;

const namespaces: ReadonlyMap<string, string> = new Map(
  Object.entries(profile.namespaces).map(([foreign, own]) => [own, foreign]),
);
const types: ReadonlyMap<string, string> = new Map(
  Object.entries(profile.types).map(([foreign, own]) => [own, foreign]),
);
const members: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...profile.types, ...profile.members, ...profile.metaMembers }),
);

/** Returns the path of the other system for a path of the interface: its namespace and the type after that. */
export const foreignPath = (path: string): string => {
  const namespace = namespaces.keys().find((own) => path.startsWith(`/${own}/`));
  if (namespace === undefined) return path;
  const [first = '', ...rest] = path.slice(namespace.length + 2).split('/');
  return ['', namespaces.get(namespace), types.get(first) ?? first, ...rest].join('/');
};

/** Returns the name of a member of a record, or of its `meta`, as it is here. */
export const ownMember = (name: string): string => members.get(name) ?? name;
