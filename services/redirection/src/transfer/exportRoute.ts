import { type DocumentReads, type Route, route, sharedReads, text } from '@almanac/rest';
import { exportAnswer } from '../answers.ts';
import type { Redirection } from '../redirection.ts';
import { mayManage, namespace } from '../rights.ts';
import { type ExportPlan, planExport, plannedRules, withHits } from './exportedRules.ts';

const modules = ['1', '2', '3', 'all'] as const;
const formats = ['csv', 'apache', 'nginx', 'json'] as const;

const VERSION = '5.7';
const JSON_TYPE = 'application/json';
/** Parameters for which the answer is made as a whole, since they change the form of its JSON. */
const FORM_PARAMETER = /^_(?:fields|envelope|jsonp|pretty)(?:\[|$)/;

/** `GET /export/{module}/{format}`: rules as the text of a file (docs/interface/redirection.md §12). */
export const exportRoute = (redirection: Redirection): Route =>
  route({
    namespace,
    path: `/export/{module:${modules.join('|')}}/{format:${formats.join('|')}}`,
    methods: ['GET'],
    expensive: true,
    summary: 'Exports redirects as a file.',
    args: {
      module: text({ inPath: true, enum: modules, description: 'The target of the redirects: 1, 2, 3 or all.' }),
      format: text({ inPath: true, enum: formats, description: 'The format of the file.' }),
    },
    answers: { 200: { body: exportAnswer, contentTypes: [JSON_TYPE] } },
    permission: mayManage,
    handle: async ({ args, site, query, share }) => {
      const documents = sharedReads(redirection.documents, share);
      const plan = await planExport(documents, args.module);
      const file = await exportedFile({ ...redirection, documents }, args.format, { ...plan, site });
      const total = plan.ids.length;
      if ([...new URLSearchParams(query).keys()].some((name) => FORM_PARAMETER.test(name)))
        return { body: { data: (await Array.fromAsync(file)).join(''), total } };
      return { body: answerParts(file, total), contentType: `${JSON_TYPE}; charset=UTF-8` };
    },
  });

/** Yields the JSON of an answer with the text of a file, which may be longer than memory allows. */
async function* answerParts(file: AsyncIterable<string>, total: number): AsyncGenerator<string> {
  yield '{"data":"';
  for await (const part of file) yield JSON.stringify(part).slice(1, -1);
  yield `","total":${total}}`;
}

const exportedFile = async (
  { documents, settings, now }: Pick<Redirection, 'settings' | 'now'> & { readonly documents: DocumentReads },
  format: (typeof formats)[number],
  { site, ids, groups, counts }: ExportPlan & { readonly site: string },
): Promise<AsyncGenerator<string>> => {
  const at = now();
  const rules = plannedRules(documents, ids);
  if (format === 'apache' || format === 'nginx')
    return (await import('./serverFiles.ts')).serverFile(format, rules, { site, at });
  const counted = withHits(documents, rules);
  if (format === 'csv') return (await import('./csvFile.ts')).csvFile(counted);
  const { jsonFile } = await import('./jsonFile.ts');
  return jsonFile(counted, { groups, counts, settings, version: VERSION, at });
};
