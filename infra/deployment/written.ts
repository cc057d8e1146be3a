import { existsSync, readFileSync } from 'node:fs';
import { catalogueOwners, englishTextsOf } from '../catalogues/catalogueOwners.ts';
import { composeServices, composeVolumes, localServices } from './compose.ts';
import { errorPage, errorTables } from './errorTables.ts';
import { databaseSecrets, ownSecrets } from './kubernetes/values.ts';
import { kubernetesFiles } from './kubernetes/written.ts';
import { alertPage } from './monitoring/alertRules.ts';
import { foreignPackages, noticesPage } from './notices.ts';
import { type Part, parts } from './parts.ts';
import { withSections } from './sections.ts';

/** The repository's folder, with a slash at its end. */
const root = new URL('../../', import.meta.url);

export interface WrittenFile {
  /** The path in the repository. */
  readonly path: string;
  readonly text: string;
}

const englishTexts = (): string[] => englishTextsOf(catalogueOwners().map(({ catalogues }) => catalogues));

/**
 * Returns the files that follow from the manifest, the catalogues of errors and those of translations, with their
 * expected content. Nobody edits them by hand.
 */
export const writtenFiles = async (): Promise<WrittenFile[]> => {
  const all = parts();
  return [
    ...kubernetesFiles(all).map(({ path, text }) => ({ path: `infra/kubernetes/${path}`, text })),
    ...Object.entries(sectionsOf(all)).map(([path, sections]) => ({
      path,
      text: withSections(readFileSync(new URL(path, root), 'utf8'), sections),
    })),
    { path: 'docs/interface/errors.md', text: errorPage(await errorTables()) },
    { path: 'docs/alerts.md', text: alertPage() },
    { path: 'THIRD-PARTY-NOTICES.md', text: noticesPage(foreignPackages()) },
    { path: 'libs/i18n/src/englishTexts.json', text: `${JSON.stringify(englishTexts(), null, 2)}\n` },
  ];
};

const sectionsOf = (all: readonly Part[]): Record<string, Record<string, readonly string[]>> => ({
  'infra/docker/compose.yaml': { services: composeServices(all), volumes: composeVolumes(all) },
  'infra/docker/local/compose.yaml': { services: localServices(all) },
  'infra/kubernetes/example/secrets.yaml': { databases: databaseSecrets(all), 'keys of services': ownSecrets(all) },
  CODEOWNERS: {
    services: all.map(({ name, entry }) => `${`/services/${name}/`.padEnd(24)}${entry.team}`),
    contracts: all.flatMap(({ name, entry }) => {
      const file = `libs/contracts/src/${name}.ts`;
      return existsSync(new URL(file, root)) ? [`/${file} @almanac/platform ${entry.team}`] : [];
    }),
  },
});
