import { optionalNotLocked, outOfStep } from './lockFile.mjs';

const tool = { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } };

describe('a lock file', () => {
  it('holds the optional packages of every platform', () => {
    const packages = { '': {}, 'node_modules/tool': tool, 'node_modules/tool-linux': {} };
    expect(optionalNotLocked({ packages })).toEqual([
      { of: 'node_modules/tool', name: 'tool-darwin', version: '1.0.0' },
    ]);
    expect(optionalNotLocked({ packages: { ...packages, 'node_modules/tool-darwin': {} } })).toEqual([]);
  });

  it.each(['node_modules/a/node_modules/tool-darwin', 'node_modules/a/node_modules/tool/node_modules/tool-darwin'])(
    'holds one at %s, where Node finds it',
    (path) => {
      const packages = { 'node_modules/a/node_modules/tool': tool, 'node_modules/tool-linux': {}, [path]: {} };
      expect(optionalNotLocked({ packages })).toEqual([]);
    },
  );

  it('does not hold one where Node does not look', () => {
    const packages = {
      'node_modules/tool': tool,
      'node_modules/tool-linux': {},
      'node_modules/b/node_modules/tool-darwin': {},
    };
    expect(optionalNotLocked({ packages })).toHaveLength(1);
  });

  it('is out of step with a workspace that needs another version', () => {
    const packages = { '': {}, 'libs/rest': { dependencies: { zod: '1.0.0' } }, 'node_modules/zod': {} };
    expect(outOfStep({ packages }, (path) => packages[path as keyof typeof packages])).toEqual([]);
    const changed = (path: string) => (path === '' ? {} : { dependencies: { zod: '2.0.0' } });
    expect(outOfStep({ packages }, changed)).toEqual(['libs/rest']);
  });
});
