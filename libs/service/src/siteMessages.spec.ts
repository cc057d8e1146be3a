import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTexts, overrideCatalogues } from '@almanac/i18n';
import { applySiteMessages } from './siteMessages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messages-'));
});
afterEach(() => {
  overrideCatalogues({});
  rmSync(folder, { recursive: true });
});

const texts = createTexts({ de: { Venue: 'Veranstaltungsort' } });

const apply = (): [object, string][] => {
  const lines: [object, string][] = [];
  applySiteMessages(folder, { warn: (members: object, message: string) => void lines.push([members, message]) });
  return lines;
};

describe('the catalogues of MESSAGES', () => {
  it('override texts and add languages without a log line', () => {
    writeFileSync(join(folder, 'de.json'), '{"Venue":"Ort"}');
    writeFileSync(join(folder, 'pt.json'), '{"Venue":"Local"}');
    expect(apply()).toEqual([]);
    expect(['de', 'pt-br', 'fr'].map((language) => texts.text('Venue', language))).toEqual(['Ort', 'Local', 'Venue']);
  });

  it('are reported with file, text and the nearest known text if a text is unknown', () => {
    const file = join(folder, 'de.json');
    writeFileSync(file, '{"Venu":"Ort"}');
    const line = { file, text: 'Venu', problem: 'unknown text', nearest: 'Venue' };
    expect(apply()).toEqual([[line, 'a translation in MESSAGES is faulty']]);
  });

  it('are reported twenty times at most, with the number of further faults', () => {
    const faulty = Object.fromEntries(Array.from({ length: 23 }, (_, number) => [`Unknown ${number}`, 'Unbekannt']));
    writeFileSync(join(folder, 'de.json'), JSON.stringify(faulty));
    const lines = apply();
    expect(lines).toHaveLength(20);
    expect(lines[0]?.[0]).toMatchObject({ unlogged: 3 });
  });

  it.each([
    ['is no JSON', 'de.json', '{"Venue":'],
    ['is named by no language', 'german!.json', '{}'],
  ])('are refused with the file if it %s', (_, name, content) => {
    writeFileSync(join(folder, name), content);
    expect(apply).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(name) }));
  });

  it('are refused if the folder is missing', () => {
    const missing = join(folder, 'missing');
    expect(() => applySiteMessages(missing, { warn: () => undefined })).toThrow(missing);
  });
});
