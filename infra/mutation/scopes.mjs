/** What there is to mutate, by scope, and whose specs must see it. */
import { globSync, readFileSync } from 'node:fs';

const SERVICES = ['services/calendar/src', 'services/core/src', 'services/misc/src'];
const STORE = ['libs/event-store/src', 'libs/documents/src', 'libs/aggregates/src'];
const MESSAGING = ['libs/messaging/src'];

/** Tests, texts and lists of exports. */
const NOT_MUTATED = /\.(spec|contract|d)\.ts$|\/(testing|messages)\/|\/(testing|index)\.ts$/;
/** What only servers can show: scopes of their own. */
const ON_SERVERS = /\/(mongodb|kafka)\//;

const names = (text) => text.trim().split(/\s+/);

const AGGREGATES = names(`
  applicationPassword autosave category event medium organizer post record revision term user venue`);
const COMMANDS = names(`
  change* create* delete* drop* duplicate* ensure* issue* publish* register* save* store* trash* write*`);
const RULES = names(`
  *Slugs slugs *Tree *Work duePublishing importUids copiedFields sharedFields references danglingReferences deletion
  userNames postDates checkWish linkedWriting categoryTranslations departedUsers eventTerms publication`);
const RIGHTS = names('rights recordPermissions statuses *Access *Owner requested*');
const VIEWS = names(`
  *View *Links {term,user,password}Record read* readModels/* jsonLd *Answer *Answers *Reader rememberShown shownTexts
  classList memberFilters mediaDetails embed{Data,Html,Xml}`);

const files = (folders, patterns) =>
  globSync(folders.flatMap((folder) => patterns.map((pattern) => `${folder}/**/${pattern}.ts`))).filter(
    (file) => !NOT_MUTATED.test(file),
  );

const specsIn = (folders) => globSync(folders.map((folder) => `${folder}/**/*.spec.ts`));

/** The ranges of lines in which a route declares who may. */
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

/** Each scope, to be made in the folder of the project. */
export const scopes = {
  store: () => ({ mutate: inProcess(STORE), specs: specsIn(STORE) }),
  messaging: () => ({ mutate: inProcess(MESSAGING), specs: specsIn(['libs/{messaging,production}/src']) }),
  permissions: () => ({
    mutate: [
      ...files(['libs/identity/src'], ['*']),
      ...files(SERVICES, RIGHTS),
      ...files(SERVICES, ['*']).flatMap(permissionsIn),
    ],
    specs: specsIn(['libs/identity/src', ...SERVICES]),
  }),
  write: () => ({
    mutate: files(['libs/translations/src'], ['*']).concat(files(SERVICES, [...AGGREGATES, ...RULES, ...COMMANDS])),
    specs: specsIn(['libs/translations/src', ...SERVICES]),
  }),
  views: () => ({ mutate: files(SERVICES, VIEWS), specs: specsIn(SERVICES) }),
  mongodb: () => ({
    mutate: onServers(STORE),
    specs: [...specsIn(STORE), ...globSync('e2e/contracts/*OnMongodb.e2e.ts')],
  }),
  kafka: () => ({
    mutate: onServers(MESSAGING),
    specs: [...specsIn(MESSAGING), ...globSync('e2e/contracts/*OnKafka.e2e.ts')],
  }),
};
