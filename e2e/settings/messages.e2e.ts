import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../site.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-messages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the folder of MESSAGES', () => {
  it('overrides texts of pages, errors and English, and its faults are logged', async () => {
    writeFileSync(join(folder, 'fr.json'), JSON.stringify({ 'Skip to content': 'Vers le contenu' }));
    writeFileSync(join(folder, 'fr-ca.json'), JSON.stringify({ 'The post does not exist.': 'Billet inconnu.' }));
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ 'The post does not exist.': 'No such article.', Hom: '' }));
    writeFileSync(join(folder, 'es.json'), JSON.stringify({ 'Skip to contents': 'Al contenido' }));
    const site = await startSite({ MESSAGES: folder });
    const page = await fetch(`${site.origin}/fr-ca/`);
    expect(await page.text()).toContain('Vers le contenu');
    const inFrench = await site.request('GET', `${site.origin}/fr-ca/json/core/v2/posts/999999`);
    const inEnglish = await site.request('GET', '/core/v2/posts/999999');
    expect([inFrench.body.message, inEnglish.body.message]).toEqual(['Billet inconnu.', 'No such article.']);
    const printed = await site.stop();
    expect(printed).toContain('a translation in MESSAGES is faulty');
    expect(printed).toContain('"nearest":"Skip to content"');
  });

  it('stops the start with the name of a file that is no JSON', async () => {
    const file = join(folder, 'fr.json');
    writeFileSync(file, '{"Venue":');
    await expect(startSite({ MESSAGES: folder })).rejects.toThrow(`${file}: cannot be read as JSON`);
  });
});
