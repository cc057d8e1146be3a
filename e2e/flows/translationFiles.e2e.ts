import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SiteProcess, startSite } from '../site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TM = '/i18n/tm/v1';

describe('a translated file that is imported on the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-xliff-'));
  const file = join(folder, 'fair.xlf');
  let site: SiteProcess;
  let jobId: number;

  beforeAll(async () => {
    site = await startSite();
    const ask = async <Body>(method: string, path: string, body?: unknown) =>
      (await site.request<Body>(method, path, { as: 'admin', ...(body !== undefined && { body }) })).body;
    const post = { title: 'Harvest Fair', content: '<p>Come.</p>', status: 'publish' };
    const { id } = await ask<{ id: number }>('POST', '/core/v2/posts', post);
    const batch = { elements: [{ type: 'post_post', id }], target_languages: ['fr-ca'] };
    const { jobs } = await ask<{ jobs: { extra_data: { job_id: number } }[] }>('POST', `${TM}/batches`, batch);
    jobId = jobs[0]?.extra_data.job_id ?? 0;
    const { content } = await ask<{ content: string }>('GET', `${TM}/xliff/fetch/${jobId}`);
    const filled = Buffer.from(content, 'base64')
      .toString()
      .replace(/(Harvest Fair[\s\S]*?)<target[^>]*><\/target>/, '$1<target state="final">Foire</target>')
      .replace(/(Come\.[\s\S]*?)<target[^>]*><\/target>/, '$1<target state="final">&lt;p>Venez.&lt;/p></target>');
    writeFileSync(file, filled);
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const importFile = (...more: string[]) => {
    const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: 'admntestsiteonly00000001' };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['infra/cli/main.ts', 'import', file, '--site', site.root, ...more],
      { cwd: root, env: { ...process.env, ...account }, encoding: 'utf8' },
    );
    return { status, said: `${stdout}${stderr}` };
  };

  it('fills its job, finishes it, and changes nothing the next time', async () => {
    expect(importFile()).toEqual({ status: 0, said: `2 units for job ${jobId}: 2 translated\n` });
    const finished = `2 units for job ${jobId}: 2 translated; the job is finished\n`;
    expect(importFile('--complete')).toEqual({ status: 0, said: finished });
    const again = `2 units for job ${jobId}: 0 translated; the job is finished\n`;
    expect(importFile('--complete')).toEqual({ status: 0, said: again });
    const french = await site.request<{ title: { rendered: string } }[]>('GET', '/core/v2/posts?i18n_language=fr-ca');
    expect(french.body.map(({ title }) => title.rendered)).toEqual(['Foire']);
  });

  it('is refused with its faults', () => {
    writeFileSync(file, '<xliff version="1.2">');
    const { status, said } = importFile();
    expect([status, said]).toEqual([2, expect.stringMatching(/^The file cannot be read: line 1: /)]);
  });
});
