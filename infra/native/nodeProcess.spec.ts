import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNodeProcess } from './nodeProcess.ts';

describe('a part of the site that ends before it can serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-part-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is reported with its exit and its last lines', async () => {
    const script = join(folder, 'part.mjs');
    writeFileSync(script, "for (let n = 1; n <= 100; n++) console.log('line ' + n);\nprocess.exit(3);\n");
    const said: string[] = [];
    const part = startNodeProcess({
      name: 'part',
      script,
      port: 1,
      environment: {},
      say: (line) => said.push(line),
    });
    const fault = await part
      .ready()
      .catch((error: Error) => error.message)
      .finally(() => part.stop());
    expect(String(fault).split('\n')).toEqual([
      'part has ended with 3. Its last lines:',
      ...Array.from({ length: 30 }, (_, at) => `line ${71 + at}`),
    ]);
    expect(said).toHaveLength(100);
  });
});
