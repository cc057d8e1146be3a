import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueOwners } from './catalogueOwners.ts';
import { catalogueReport, reportLines } from './catalogueReport.ts';

const owners = [
  { owner: 'gateway', catalogues: { fr: { Venue: 'Lieu' }, de: { Venue: 'Ort' } } },
  { owner: 'services/core', catalogues: { fr: { Search: 'Recherche', Venue: 'Salle' }, de: { Search: 'Suche' } } },
];

describe('the report of catalogues', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'messages-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lists the texts that each language lacks by owner', () => {
    expect(catalogueReport(owners, {}).languages).toEqual([
      { language: 'de', texts: 3, translated: 2, missing: [{ owner: 'services/core', texts: ['Venue'] }] },
      { language: 'fr', texts: 3, translated: 3, missing: [] },
    ]);
  });

  it('counts the main language and the operator’s catalogues, and has further languages on request', () => {
    const file = join(folder, 'pt.json');
    writeFileSync(file, JSON.stringify({ Venue: 'Local', Serch: 'Busca' }));
    const report = catalogueReport(owners, { messages: folder, languages: ['pt-BR', 'fr-CA'] });
    expect(report.languages.map(({ language, translated }) => [language, translated])).toEqual([
      ['de', 2],
      ['fr', 3],
      ['fr-ca', 3],
      ['pt', 2],
      ['pt-br', 2],
    ]);
    expect(report.faults).toEqual([{ file, text: 'Serch', problem: 'unknown text', nearest: 'Search' }]);
  });

  it('has lines for a terminal', () => {
    const file = join(folder, 'fr.json');
    writeFileSync(file, JSON.stringify({ Serch: 'Chercher' }));
    expect(reportLines(catalogueReport(owners, { messages: folder }))).toEqual([
      'de: 2 of 3 texts',
      '  services/core lacks 1:',
      '    Venue',
      'fr: 3 of 3 texts',
      `${file}: unknown text "Serch"; the nearest is "Search"`,
    ]);
  });

  it('says that the project lacks no text in German, Spanish and French', () => {
    const { languages } = catalogueReport(catalogueOwners(), {});
    expect(languages.map(({ language, missing }) => [language, missing])).toEqual([
      ['de', []],
      ['es', []],
      ['fr', []],
    ]);
  });
});
