/** `npm run catalogues`: reports the texts that each catalogue lacks. */
import { parseArgs } from 'node:util';
import { isLanguageTag } from '@almanac/i18n';
import { catalogueOwners } from './catalogueOwners.ts';
import { catalogueReport, reportLines } from './catalogueReport.ts';

const report = (): string => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      language: { type: 'string', multiple: true, default: [] },
      messages: { type: 'string' },
    },
  });
  const unknown = values.language.find((tag) => !isLanguageTag(tag));
  if (unknown !== undefined) throw new Error(`--language must be a language tag, such as pt-BR; got ${unknown}`);
  const found = catalogueReport(catalogueOwners(), { messages: values.messages, languages: values.language });
  return values.json ? JSON.stringify(found, null, 2) : reportLines(found).join('\n');
};

try {
  console.log(report());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
