import { execFileSync } from 'node:child_process';
import { slowHash } from './slowHash.ts';

/** The hash of `harbour`, computed with Python's `hashlib.scrypt`. */
const OF_HARBOUR = 'scrypt$16384$8$5$MDEyMzQ1Njc4OWFiY2RlZg$FHpDQnWnpzOw_g4MEHJBszeqhfXqS9FCRxixZHEEOUE';
const SALT = '0123456789abcdef';

describe('the slow hash of a password', () => {
  it('has its real cost outside the processes of specs', () => {
    const module = new URL('slowHash.ts', import.meta.url).href;
    const program = `import { slowHash } from '${module}';
      process.stdout.write(await slowHash('harbour', Buffer.from('${SALT}')));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(printed).toBe(OF_HARBOUR);
  });

  it('has the same form in specs, but costs little', async () => {
    const hash = await slowHash('harbour', Buffer.from(SALT));
    expect(hash.slice(0, -43)).toBe(OF_HARBOUR.slice(0, -43));
    expect(hash).not.toBe(OF_HARBOUR);
  });
});
