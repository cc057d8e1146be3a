import { serviceEntry, serviceNames } from '@almanac/manifest';
import { closest, distance } from 'fastest-levenshtein';
import { type Environment, fileVariable } from './environment.ts';
import type { Log } from './log.ts';

const MAX_TYPING_ERRORS = 2;
/** In letters: shorter names such as `HOST` and `HOME` differ as little as a typing error. */
const MIN_SETTING_LENGTH = 6;

/**
 * Warns of environment variables that differ from a setting in a letter or two. They are not refused, because an
 * environment also contains variables of other programs.
 * @param own the variables of the process, besides those of the manifest's services
 */
export const warnOfMistypedSettings = (log: Log, environment: Environment, own: object): void => {
  const names = [own, ...serviceNames.map((name) => serviceEntry(name).settings)].flatMap(Object.keys);
  const settings = names.flatMap((name) => [name, fileVariable(name)]);
  for (const variable of Object.keys(environment)) {
    if (settings.includes(variable) || variable.length < MIN_SETTING_LENGTH) continue;
    const near = settings.filter((setting) => Math.abs(setting.length - variable.length) <= MAX_TYPING_ERRORS);
    if (near.length === 0) continue;
    const setting = closest(variable, near);
    if (distance(variable, setting) <= MAX_TYPING_ERRORS)
      log.warn({ variable, setting }, 'an environment variable resembles a setting and is ignored');
  }
};
