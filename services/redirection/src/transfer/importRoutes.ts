import { boolean, integer, list, type RestRequest, type RestResponse, type Route, route, text } from '@almanac/rest';
import { fileImportAnswer, importAnswer, importersAnswer } from '../answers.ts';
import { redirectionErrors } from '../errors.ts';
import { groups } from '../groups/group.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace, WRITE_METHODS } from '../rights.ts';
import { inUtf8 } from './fileEncoding.ts';
import { linesOf, requireFewLines } from './fileLines.ts';
import { type ImportChoices, type ImportRequest, type ImportResult, loadRules, namingStored } from './loadRules.ts';
import { countOldAddresses, importOldAddresses, OLD_ADDRESSES } from './oldAddresses.ts';
import type { ParsedLine } from './parsed.ts';
import { type ReceivedFile, receiveFile } from './receivedFile.ts';

const shared = { namespace, permission: mayManage };

/** Returns the routes that import rules (docs/interface/redirection.md §12). */
export const importRoutes = (redirection: Redirection): Route[] => [
  fileRoute(redirection),
  importersRoute(redirection),
  importerRoute(redirection),
];

const fileRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/import/file/{group_id:\\d+}',
    methods: WRITE_METHODS,
    summary: 'Imports redirects from a file.',
    body: 'file',
    expensive: true,
    args: {
      group_id: integer({ inPath: true, description: 'The id of the group that gets the redirects.' }),
      dry_run: boolean({
        default: false,
        description: 'True to store nothing and to return the redirects that an import would create.',
      }),
      confirm: boolean({
        default: false,
        description: 'True to create also redirects that catch the front page, every page, or their own target.',
      }),
    },
    answers: {
      200: fileImportAnswer,
      400: ['redirect_import_invalid_file', 'redirect_import_invalid_group', 'redirect_import_invalid_json'],
      503: ['redirect_import_stopped'],
    },
    handle: (request) => importSent(redirection, request),
    // an import that was interrupted goes on: redirects that the group has already are left
    recover: (request) => importSent(redirection, request),
  });

interface FileArgs {
  readonly group_id: number;
  readonly dry_run: boolean;
  readonly confirm: boolean;
}

const importSent = async (redirection: Redirection, request: RestRequest<FileArgs>): Promise<RestResponse> => {
  const received = { ...(await receiveFile(request)), signal: request.abandoned() };
  const { group_id: group, dry_run: isDryRun, confirm: isConfirmed } = request.args;
  const work = async () => importFile(redirection, request, await inUtf8(received), group, { isDryRun, isConfirmed });
  return { body: await namingStored(work, () => 0) };
};

const importFile = async (
  redirection: Redirection,
  loading: ImportRequest,
  file: ReceivedFile,
  group: number,
  choices: ImportChoices,
): Promise<ImportResult> => {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (extension === 'json') {
    const { readJson } = await import('./jsonFile.ts');
    const { importJson } = await import('./importJson.ts');
    return importJson(redirection, loading, await readJson(file), choices);
  }
  const known = await redirection.documents.get(groups, group);
  if (!known?.body) throw redirectionErrors.unknownGroupOfImport();
  await requireFewLines(file);
  return loadRules(redirection, loading, await rulesOf(extension, file), group, choices);
};

const CSV_EXTENSIONS: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt']);

const rulesOf = async (extension: string, file: ReceivedFile): Promise<AsyncIterable<ParsedLine>> => {
  if (CSV_EXTENSIONS.has(extension)) return (await import('./csvFile.ts')).readCsv(file);
  const lines = () => linesOf(file);
  const { isNginx, readNginx } = await import('./nginxFile.ts');
  if (await isNginx(lines())) return readNginx(lines);
  return (await import('./apacheFile.ts')).readApache(lines, file.name);
};

const importersRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/import/plugin',
    methods: ['GET'],
    summary: 'Lists the sources of redirects other than files.',
    args: {},
    answers: { 200: importersAnswer },
    handle: async ({ language }) => {
      const total = await countOldAddresses(redirection);
      const name = redirection.texts.text('Old addresses of records', language);
      return { body: { importers: total === 0 ? [] : [{ id: OLD_ADDRESSES, name, total }] } };
    },
  });

const MAX_IMPORTERS = 20;

const importerRoute = (redirection: Redirection): Route =>
  route({
    ...shared,
    path: '/import/plugin',
    methods: WRITE_METHODS,
    summary: 'Imports redirects from a source other than a file.',
    args: {
      plugin: list(text({ maxLength: 100, description: 'The id of a source.' }), {
        maxItems: MAX_IMPORTERS,
        description: 'The sources to import from.',
      }),
    },
    answers: { 200: importAnswer, 503: ['redirect_import_stopped'] },
    handle: (request) => importFrom(redirection, request),
    recover: (request) => importFrom(redirection, request),
  });

interface ImporterArgs {
  readonly plugin?: readonly string[] | undefined;
}

const importFrom = async (redirection: Redirection, request: RestRequest<ImporterArgs>): Promise<RestResponse> => {
  const wanted = request.args.plugin?.includes(OLD_ADDRESSES) ?? false;
  return { body: { imported: wanted ? await importOldAddresses(redirection, request) : 0 } };
};
