import type { Rule } from '../rules/rule.ts';
import { apacheLines } from './apacheExport.ts';
import { nginxLines } from './nginxExport.ts';

/** The address of the exporting site, and the time of the export. */
export interface FileOrigin {
  readonly site: string;
  readonly at: Date;
}

interface Form {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  readonly linesOf: (rule: Rule) => string[] | undefined;
}

const forms: Readonly<Record<'apache' | 'nginx', Form>> = {
  apache: { open: '<IfModule mod_rewrite.c>', close: '</IfModule>', indent: '', linesOf: apacheLines },
  nginx: { open: 'server {', close: '}', indent: '    ', linesOf: nginxLines },
};

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/**
 * Returns the enabled rules as lines of a server's configuration. A comment lists each rule that the server cannot
 * express (docs/interface/redirection.md §12.3, §12.4).
 */
const serverLines = (format: 'apache' | 'nginx', rules: readonly Rule[]): string[] =>
  rules
    .filter(({ enabled }) => enabled)
    .flatMap(
      (rule) =>
        forms[format].linesOf(rule) ?? [
          `# Not exported: ${oneLine(rule.url)} (${rule.match.type}, ${rule.action_type})`,
        ],
    );

/** Yields rules as a server's configuration, in parts. */
export async function* serverFile(
  format: 'apache' | 'nginx',
  parts: AsyncIterable<readonly Rule[]>,
  { site, at }: FileOrigin,
): AsyncGenerator<string> {
  const { open, close, indent } = forms[format];
  const head = `# Created by Redirection\n# ${at.toUTCString()}\n# ${site}\n\n${open}\n`;
  let isEmpty = true;
  for await (const rules of parts) {
    const lines = serverLines(format, rules).map((line) => `${indent}${line}\n`);
    if (lines.length === 0) continue;
    yield `${isEmpty ? head : ''}${lines.join('')}`;
    isEmpty = false;
  }
  if (isEmpty && format === 'apache') yield '\n';
  else yield `${isEmpty ? head : ''}${close}\n\n# End of Redirection\n`;
}
