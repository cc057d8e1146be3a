import { foreignPackages, isPermitted, noticesPage, packagesIn } from './notices.ts';

const lock = JSON.stringify({
  packages: {
    '': { version: '0.1.0' },
    'libs/rest': { version: '0.1.0', license: 'Apache-2.0' },
    'node_modules/@almanac/rest': { link: true },
    'node_modules/@scope/one': { version: '1.2.3', license: 'MIT' },
    'node_modules/@scope/one/node_modules/two': { version: '2.0.0', license: 'ISC' },
    'node_modules/two': { version: '3.0.0', license: 'ISC', dev: true },
    'node_modules/busboy': { version: '1.6.0' },
  },
});

describe('the third-party notices', () => {
  it('name every package of a release, with nested ones, and none of development alone', () => {
    expect(packagesIn(lock, 'processes')).toEqual([
      { name: '@scope/one', version: '1.2.3', licence: 'MIT', part: 'processes' },
      { name: 'two', version: '2.0.0', licence: 'ISC', part: 'processes' },
      { name: 'busboy', version: '1.6.0', licence: 'MIT', part: 'processes' },
    ]);
  });

  it('have only licences that a release under Apache-2.0 may contain', () => {
    const all = foreignPackages();
    expect(new Set(all.map(({ part }) => part))).toEqual(new Set(['processes', 'console']));
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter((each) => !isPermitted(each))).toEqual([]);
  });

  it.each([
    ['any', 'MIT', true],
    ['any', '(GPL-3.0-only OR Apache-2.0)', true],
    ['any', 'GPL-3.0-only', false],
    ['any', 'MIT AND GPL-3.0-only', false],
    ['any', 'LGPL-3.0-or-later', false],
    ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
    ['any', undefined, false],
  ])('judge of %s under %s: permitted %s', (name, licence, permitted) =>
    expect(isPermitted({ name, licence })).toBe(permitted),
  );

  it('have one row for a version of a package', () => {
    const twice = [...packagesIn(lock, 'processes'), ...packagesIn(lock, 'processes')];
    expect(noticesPage(twice).match(/^\| `/gm)).toHaveLength(3);
  });
});
