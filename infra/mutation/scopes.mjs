/** What there is to mutate, by scope, and whose specs must see it. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const found = (patterns) => globSync(patterns, { cwd: ROOT }).sort();
const textOf = (file) => readFileSync(join(ROOT, file), 'utf8');

const SERVICES = found('services/*/src');
/** What services decide alike. */
const SHARED = [
  'libs/content-model/src/publication',
  'libs/content-model/src/taxonomy',
  'libs/content-model/src/translation-flows',
  'libs/content-model/src/translations',
];
const SERVED = [...SERVICES, 'libs/identity/src', ...SHARED, 'infra/all-in-one'];
const STORE = ['libs/event-store/src', 'libs/documents/src', 'libs/event-sourcing/src'];
const MESSAGING = ['libs/messaging/src'];

/** Tests, texts and lists of exports. */
const NOT_MUTATED = /\.(spec|contract|d)\.ts$|\/(testing|messages|contract)\/|\/(testing|index)\.ts$/;
/** What only servers can show: scopes of their own. */
const ON_SERVERS = /\/(mongodb|kafka)\//;

const names = (text) => text.trim().split(/\s+/);

/** What decides, appends, or says which names are unique. */
const WRITES = /\b(?:Decider|Aggregate|UnitOfWork|UniqueName|Registration|NamesOf)\b|\bcommands\.run\(/;
/** What such files rely on, by name. */
const RULES = names(`
  *Slugs *Work ensure* references userNames validatePost storedRule writeItem departedUsers eventTerms
  requested{Post,Medium} sent* *Commands *Writing errors`);
const RIGHTS = names('rights statuses *Access *Owner *Rights');
const VIEWS = names(`
  *View *Links {term,user,password}Record read* readModels/* *JsonLd *Answer *Answers answers relatedRecords rememberViews
  renderedTexts *Texts classList memberFilters mediaDetails lists *Lists *Query *Filters embed{Data,Html,Xml}`);

/** @throws RangeError for a pattern that names nothing any more */
const files = (folders, patterns) => {
  const all = patterns.flatMap((pattern) => {
    const named = found(folders.map((folder) => `${folder}/**/${pattern}.ts`)).filter(
      (file) => !NOT_MUTATED.test(file),
    );
    if (named.length === 0) throw new RangeError(`no file is named ${pattern}`);
    return named;
  });
  return [...new Set(all)].sort();
};

const writing = (folders) => files(folders, ['*']).filter((file) => WRITES.test(textOf(file)));

const specsIn = (folders) => found(folders.map((folder) => `${folder}/**/*.spec.ts`));

/** The ranges of lines in which a route declares its permission. */
const permissionsIn = (file) => {
  const lines = textOf(file).split('\n');
  return lines.flatMap((line, first) => {
    const [, indent] = /^(\s*)(?:const permission = |permission: )/.exec(line) ?? [];
    if (indent === undefined) return [];
    let last = first;
    while (/^\s*[}\])]/.test(lines[last + 1]) || lines[last + 1].search(/\S/) > indent.length) last++;
    return [`${file}:${first + 1}-${last + 1}`];
  });
};

const inProcess = (folders) => files(folders, ['*']).filter((file) => !ON_SERVERS.test(file));
const onServers = (folders) => files(folders, ['*']).filter((file) => ON_SERVERS.test(file));

/** Each scope, to be made in the folder of the project; scopes of the same specs can be run together. */
export const scopes = {
  store: () => ({ mutate: inProcess(STORE), specs: specsIn(STORE) }),
  messaging: () => ({
    mutate: inProcess(MESSAGING),
    specs: specsIn(['libs/messaging/src', 'libs/service/src/process']),
  }),
  permissions: () => ({
    mutate: [
      ...files(['libs/identity/src'], ['*']),
      ...files(SERVICES, RIGHTS),
      ...files(SERVICES, ['*']).flatMap(permissionsIn),
    ],
    specs: specsIn(SERVED),
  }),
  write: () => ({
    mutate: [...new Set([...files(SHARED, ['*']), ...writing(SERVICES), ...files(SERVICES, RULES)])],
    specs: specsIn(SERVED),
  }),
  views: () => ({ mutate: files(SERVICES, VIEWS), specs: specsIn(SERVED) }),
  mongodb: () => ({
    mutate: onServers(STORE),
    specs: [...specsIn(STORE), ...found('e2e/contracts/*OnMongodb.e2e.ts')],
  }),
  kafka: () => ({
    mutate: onServers(MESSAGING),
    specs: [...specsIn(MESSAGING), ...found('e2e/contracts/*OnKafka.e2e.ts')],
  }),
};

const WORKSPACES = new Map(
  found('{gateway,infra,e2e,services/*,libs/*}/package.json').map((file) => [dirname(file), JSON.parse(textOf(file))]),
);
const workspaceOf = (file) => /^(?:(?:services|libs)\/)?[^/]+/.exec(file)[0];

/** The workspaces that one depends on, itself included. */
const neededBy = (workspace, needed = new Set([workspace])) => {
  const { dependencies, devDependencies } = WORKSPACES.get(workspace);
  for (const [folder, { name }] of WORKSPACES) {
    if (needed.has(folder) || !Object.hasOwn({ ...dependencies, ...devDependencies }, name)) continue;
    neededBy(folder, needed.add(folder));
  }
  return needed;
};

/** What is specified on whole sites, since a browser, the gateway and several services have a part in it. */
const ON_SITES = 'services/core/src/accounts/';

/** Whether a spec may come to run a file: its workspace is the same, or depends on it. A whole site takes its time. */
export const canRun = (spec, file) =>
  neededBy(workspaceOf(spec)).has(workspaceOf(file)) && (!spec.startsWith('infra/') || file.startsWith(ON_SITES));

/** Whether a mutant lies in a file, or in the range of lines of a file, that a scope mutates. */
export const isIn = ({ mutate }, file, line) =>
  mutate.some((pattern) => {
    const [, of = pattern, first = 1, last = Number.POSITIVE_INFINITY] = /^(.*):(\d+)-(\d+)$/.exec(pattern) ?? [];
    return of === file && line >= Number(first) && line <= Number(last);
  });
