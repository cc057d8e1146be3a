import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ErrorDefinition } from '@almanac/i18n';

/** The repository's folder, with a slash at its end. */
const root = new URL('../../', import.meta.url);

/** The errors of a service or library, in the order of its catalogue. */
export interface ErrorTable {
  /** The path of the package: `services/core`. */
  readonly part: string;
  readonly errors: readonly ErrorDefinition[];
}

/** Reads all catalogues of errors: every `errors.ts` at the root of a package's sources that declares errors. */
export const errorTables = async (): Promise<ErrorTable[]> => {
  const paths = globSync('{gateway,libs/*,services/*}/src/errors.ts', { cwd: root }).sort();
  const tables = paths.map(async (path) => ({
    part: dirname(dirname(path)),
    errors: definitionsIn(Object.values(await import(new URL(path, root).href))),
  }));
  return (await Promise.all(tables)).filter(({ errors }) => errors.length > 0);
};

/** Returns each definition of the exported catalogues once; catalogues of several kinds are grouped in an object. */
const definitionsIn = (exported: readonly unknown[]): ErrorDefinition[] => {
  const catalogues = exported.filter((each) => typeof each === 'object' && each !== null);
  return catalogues
    .flatMap((catalogue) => Object.values(catalogue))
    .flatMap((each) => each.definition ?? definitionsIn([each]));
};

const INTRODUCTION = `# Errors

Every refusal is a JSON object with a code, a message in the language of the request, and \`data\` with the status
([server.md](server.md) §12). Programs compare \`code\`, which is never translated. Several errors may share a code.
Arguments that are refused have further codes in \`data.details\`. A missing permission is answered 401 to visitors and
403 to users; the tables show 403. The remedy stands also in logs, but not in answers.

This page is written by \`npm run generate\` from the catalogues, \`src/errors.ts\` of each service and library.
`;

/** Returns the text of `docs/interface/errors.md`. */
export const errorPage = (tables: readonly ErrorTable[]): string => {
  const sections = tables.map(({ part, errors }) =>
    [`## ${part}`, '| code | status | message | what to do |', '|---|---|---|---|', ...errors.map(rowOf), ''].join(
      '\n',
    ),
  );
  return [INTRODUCTION, ...sections].join('\n');
};

const rowOf = ({ code, status, message, remedy }: ErrorDefinition): string =>
  `| \`${code}\` | ${status} | ${cell(message)} | ${cell(remedy)} |`;

const cell = (text: string): string => text.replaceAll('|', '\\|');
