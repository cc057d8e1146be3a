import { hasCode } from '@almanac/event-store';
import { isDamaged } from '@almanac/event-store/sqlite';
import { ConfigurationError } from '@almanac/service';

/**
 * Returns a handler of the errors of a service's start.
 * @throws ConfigurationError naming service and file instead of an error that damaged data cause; other errors as given
 */
export const refuseDamage =
  (name: string, file: string) =>
  (error: unknown): never => {
    if (!isDamaged(error) && !hasCode(error, 'log-damaged') && !hasCode(error, 'log-gap')) throw error;
    throw new ConfigurationError(`${name}: ${file} is damaged: ${error.message}`, { cause: error });
  };
