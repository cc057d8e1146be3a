import { ConfigurationError, nearestName } from '@almanac/service';

/**
 * Refuses the arguments of a script that takes none, because its settings are environment variables.
 * @param settings the names of its environment variables
 * @throws ConfigurationError
 */
export const refuseArguments = (script: string, args: readonly string[], settings: readonly string[]): void => {
  const [first] = args;
  if (first === undefined) return;
  const name = first
    .replace(/^-+|=.*$/gs, '')
    .replaceAll('-', '_')
    .toUpperCase();
  const nearest = nearestName(name, settings);
  const remedy = nearest === undefined ? 'infra/README.md lists them.' : `Did you mean ${nearest}=…?`;
  throw new ConfigurationError(
    `npm run ${script} takes no arguments, but got ${first}. Its settings are environment variables. ${remedy}`,
  );
};
