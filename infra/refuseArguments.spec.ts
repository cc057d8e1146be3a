import { ConfigurationError } from '@almanac/service';
import { siteVariables } from './all-in-one/settings.ts';
import { refuseArguments } from './refuseArguments.ts';

describe('a script without arguments', () => {
  const settings = Object.keys(siteVariables.shape);

  it('starts without arguments', () => {
    expect(() => refuseArguments('start', [], settings)).not.toThrow();
  });

  it.each([
    ['--port=9000', 'Did you mean PORT=…?'],
    ['--site-file', 'Did you mean SITE_FILE=…?'],
    ['REST_PREFX=api', 'Did you mean REST_PREFIX=…?'],
    ['-v', 'infra/README.md lists them.'],
  ])('refuses %s and names the nearest setting', (arg, remedy) => {
    const refused = () => refuseArguments('start', [arg, '9000'], settings);
    expect(refused).toThrow(ConfigurationError);
    expect(refused).toThrow(`npm run start takes no arguments, but got ${arg}. `);
    expect(refused).toThrow(remedy);
  });
});
