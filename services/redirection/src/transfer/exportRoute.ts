import type { Documents, Filter } from '@almanac/documents';
import { inSlices, type Route, route, text } from '@almanac/rest';
import { exportAnswer } from '../answers.ts';
import { type Group, groups } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { hitsOf } from '../hits/hits.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace } from '../rights.ts';
import { rulesInParts } from '../rules/bulkRules.ts';
import type { Rule } from '../rules/rule.ts';
import { csvFile, csvLines } from './csvFile.ts';
import { jsonFile, jsonRules } from './jsonFile.ts';
import { serverFile, serverLines } from './serverFiles.ts';

const modules = ['1', '2', '3', 'all'] as const;
const formats = ['csv', 'apache', 'nginx', 'json'] as const;

const VERSION = '5.7';

/** `GET /export/{module}/{format}`: rules as the text of a file (docs/interface/redirection.md §12). */
export const exportRoute = (redirection: Redirection): Route =>
  route({
    namespace,
    path: `/export/{module:${modules.join('|')}}/{format:${formats.join('|')}}`,
    methods: ['GET'],
    summary: 'Exports redirects as a file.',
    args: {
      module: text({ inPath: true, enum: modules, description: 'The target of the redirects: 1, 2, 3 or all.' }),
      format: text({ inPath: true, enum: formats, description: 'The format of the file.' }),
    },
    answers: { 200: exportAnswer },
    permission: mayManage,
    handle: async ({ args, site }) => {
      const found = await exported(redirection, args.module);
      const data = await written(redirection, args.format, { ...found, site });
      return { body: { data, total: found.rules.length } };
    },
  });

interface ExportSource {
  readonly groups: readonly Group[];
  readonly rules: readonly Rule[];
}

/** Returns all rules by id, or the enabled rules of one module by position. */
const exported = async ({ documents }: Redirection, module: (typeof modules)[number]): Promise<ExportSource> => {
  if (module === 'all') return { groups: await allGroups(documents), rules: await allRules(documents, { all: [] }) };
  const ofModule: Filter = { field: 'module_id', equals: Number(module) };
  const known = await documents.find<Group>(groups, { filter: ofModule, order: [{ field: 'id', direction: 'asc' }] });
  const enabled = known.filter((group) => group.enabled).map(({ id }) => id);
  const filter: Filter = {
    all: [
      { field: 'enabled', equals: true },
      { field: 'group_id', in: enabled },
    ],
  };
  const found = await allRules(documents, filter);
  return { groups: known, rules: found.sort((one, other) => one.position - other.position || one.id - other.id) };
};

const allRules = async (documents: Documents, filter: Filter): Promise<Rule[]> => {
  const found: Rule[] = [];
  for await (const part of rulesInParts(documents, filter)) found.push(...part);
  return found;
};

/** The number of rules that are written at once: this takes some milliseconds. */
const WRITTEN_AT_ONCE = 50;

const written = async (
  redirection: Redirection,
  format: (typeof formats)[number],
  { site, groups: named, rules: found }: ExportSource & { readonly site: string },
): Promise<string> => {
  const { settings } = redirection;
  const at = redirection.now();
  const inParts = <Part>(write: (part: readonly Rule[]) => Part | Promise<Part>): Promise<Part[]> =>
    inSlices(found, WRITTEN_AT_ONCE, write);
  if (format === 'apache' || format === 'nginx') {
    const lines = await inParts((part) => serverLines(format, part));
    return serverFile(format, lines.flat(), { site, at });
  }
  const hitsOfPart = (part: readonly Rule[]) =>
    hitsOf(
      redirection.documents,
      part.map(({ id }) => id),
    );
  if (format === 'csv') return csvFile(await inParts(async (part) => csvLines(part, await hitsOfPart(part))));
  const rulesText = await inParts(async (part) => jsonRules(part, { hits: await hitsOfPart(part), settings }));
  return jsonFile({ groups: named, rules: found, written: rulesText }, { version: VERSION, at });
};
