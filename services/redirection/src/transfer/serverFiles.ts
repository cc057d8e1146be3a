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
export const serverLines = (format: 'apache' | 'nginx', rules: readonly Rule[]): string[] =>
  rules
    .filter(({ enabled }) => enabled)
    .flatMap(
      (rule) =>
        forms[format].linesOf(rule) ?? [
          `# Not exported: ${oneLine(rule.url)} (${rule.match.type}, ${rule.action_type})`,
        ],
    );

export const serverFile = (format: 'apache' | 'nginx', made: readonly string[], { site, at }: FileOrigin): string => {
  const { open, close, indent } = forms[format];
  const head = ['# Created by Redirection', `# ${at.toUTCString()}`, `# ${site}`, ''];
  const lines = [...head, open, ...made.map((line) => `${indent}${line}`), close, '', '# End of Redirection'];
  return made.length === 0 && format === 'apache' ? '\n' : `${lines.join('\n')}\n`;
};
