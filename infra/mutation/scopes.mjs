/** What there is to mutate, by scope, and whose specs must see it. */
import { globSync, readFileSync } from 'node:fs';

const SERVICES = globSync('services/*/src').sort();
const SERVED = [...SERVICES, 'libs/identity/src', 'libs/translations/src'];
const STORE = ['libs/event-store/src', 'libs/documents/src', 'libs/write-side/src'];
const MESSAGING = ['libs/messaging/src'];

/** Tests, texts and lists of exports. */
const NOT_MUTATED = /\.(spec|contract|d)\.ts$|\/(testing|messages|contract)\/|\/(testing|index)\.ts$/;
/** What only servers can show: scopes of their own. */
const ON_SERVERS = /\/(mongodb|kafka)\//;

const names = (text) => text.trim().split(/\s+/);

const AGGREGATES = names(`
  applicationPassword autosave category event medium organizer post record revision term user venue`);
const COMMANDS = names(`
  change* create* delete* drop* duplicate* ensure* issue* publish* register* save* store* trash* write*`);
const RULES = names(`
  *Slugs slugs *Tree *Work duePublishing importUids copiedFields sharedFields references danglingReferences deletion
  userNames postDates validatePost linkedWriting categoryTranslations departedUsers eventTerms publication requested{Post,Medium}`);
const RIGHTS = names('rights recordPermissions statuses *Access *Owner');
const VIEWS = names(`
  *View *Links {term,user,password}Record read* readModels/* jsonLd *Answer *Answers *Reader rememberViews renderedTexts
  classList memberFilters mediaDetails embed{Data,Html,Xml}`);

const files = (folders, patterns) =>
  globSync(folders.flatMap((folder) => patterns.map((pattern) => `${folder}/**/${pattern}.ts`))).filter(
    (file) => !NOT_MUTATED.test(file),
  );

const specsIn = (folders) => globSync(folders.map((folder) => `${folder}/**/*.spec.ts`));

/** The ranges of lines in which a route declares its permission. */
const permissionsIn = (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
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
  messaging: () => ({ mutate: inProcess(MESSAGING), specs: specsIn(['libs/{messaging,service-process}/src']) }),
  permissions: () => ({
    mutate: [
      ...files(['libs/identity/src'], ['*']),
      ...files(SERVICES, RIGHTS),
      ...files(SERVICES, ['*']).flatMap(permissionsIn),
    ],
    specs: specsIn(SERVED),
  }),
  write: () => ({
    mutate: [...files(['libs/translations/src'], ['*']), ...files(SERVICES, [...AGGREGATES, ...RULES, ...COMMANDS])],
    specs: specsIn(SERVED),
  }),
  views: () => ({ mutate: files(SERVICES, VIEWS), specs: specsIn(SERVED) }),
  mongodb: () => ({
    mutate: onServers(STORE),
    specs: [...specsIn(STORE), ...globSync('e2e/contracts/*OnMongodb.e2e.ts')],
  }),
  kafka: () => ({
    mutate: onServers(MESSAGING),
    specs: [...specsIn(MESSAGING), ...globSync('e2e/contracts/*OnKafka.e2e.ts')],
  }),
};

/** Whether a mutant lies in a file, or in the range of lines of a file, that a scope mutates. */
export const isIn = ({ mutate }, file, line) =>
  mutate.some((pattern) => {
    const [, of = pattern, first = 1, last = Number.POSITIVE_INFINITY] = /^(.*):(\d+)-(\d+)$/.exec(pattern) ?? [];
    return of === file && line >= Number(first) && line <= Number(last);
  });
