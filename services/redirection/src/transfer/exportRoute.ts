import type { Filter, Order } from '@almanac/documents';
import { type Route, route, text } from '@almanac/rest';
import { exportAnswer } from '../answers.ts';
import { type Group, groups } from '../groups/group.ts';
import { allGroups } from '../groups/groupLists.ts';
import { hitsOf } from '../hits/hits.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace } from '../rights.ts';
import { type Rule, rules } from '../rules/rule.ts';
import { writeCsv } from './csvFile.ts';
import { writeJson } from './jsonFile.ts';
import { writeServerFile } from './serverFiles.ts';

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
      module: text({ inPath: true, enum: modules, description: 'Whose redirects: 1, 2, 3 or all.' }),
      format: text({ inPath: true, enum: formats, description: 'The form of the file.' }),
    },
    answers: { 200: exportAnswer },
    permission: mayManage,
    handle: async ({ args, site }) => {
      const found = await exported(redirection, args.module);
      const data = await written(redirection, args.format, { ...found, site });
      return { body: { data, total: found.rules.length } };
    },
  });

interface Found {
  readonly groups: readonly Group[];
  readonly rules: readonly Rule[];
}

/** Everything by id, or of one module what is enabled, by position. */
const exported = async ({ documents }: Redirection, module: (typeof modules)[number]): Promise<Found> => {
  if (module === 'all') {
    const order: Order[] = [{ field: 'id', direction: 'asc' }];
    return { groups: await allGroups(documents), rules: await documents.find<Rule>(rules, { order }) };
  }
  const ofModule: Filter = { field: 'module_id', equals: Number(module) };
  const known = await documents.find<Group>(groups, { filter: ofModule, order: [{ field: 'id', direction: 'asc' }] });
  const enabled = known.filter((group) => group.enabled).map(({ id }) => id);
  const filter: Filter = {
    all: [
      { field: 'enabled', equals: true },
      { field: 'group_id', in: enabled },
    ],
  };
  return {
    groups: known,
    rules: await documents.find<Rule>(rules, { filter, order: [{ field: 'position', direction: 'asc' }] }),
  };
};

const written = async (
  { documents, now, settings }: Redirection,
  format: (typeof formats)[number],
  { site, ...found }: Found & { readonly site: string },
): Promise<string> => {
  if (format === 'apache' || format === 'nginx') return writeServerFile(format, found.rules, { site, at: now() });
  const hits = await hitsOf(
    documents,
    found.rules.map(({ id }) => id),
  );
  if (format === 'csv') return writeCsv(found.rules, hits);
  return writeJson({ ...found, hits }, { version: VERSION, at: now(), settings });
};
