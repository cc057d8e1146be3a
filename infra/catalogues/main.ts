/** `npm run catalogues`: reports the texts that each catalogue lacks. */
import { parseArgs } from 'node:util';
import { isLanguageTag } from '@almanac/i18n';
import { catalogueOwners } from './catalogueOwners.ts';
import { catalogueReport, reportLines } from './catalogueReport.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    language: { type: 'string', multiple: true },
    messages: { type: 'string' },
  },
});
const unknown = values.language?.find((tag) => !isLanguageTag(tag));
if (unknown !== undefined) {
  console.error(`--language must be a language tag, such as pt-BR; got ${unknown}`);
  process.exit(2);
}
const report = catalogueReport(catalogueOwners(), { messages: values.messages, languages: values.language });
console.log(values.json ? JSON.stringify(report, null, 2) : reportLines(report).join('\n'));
