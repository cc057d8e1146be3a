import { whileHeld } from '../all-in-one/dataFolder.ts';
import { dataFolderOf, isOnMongodb, type Surroundings } from './operatorCommand.ts';
import { type ServiceData, withServices } from './serviceData.ts';

type Work = (services: readonly ServiceData[]) => Promise<boolean>;

/**
 * Runs work on all services. In a data folder, the site must be stopped.
 * @throws ConfigurationError if the site runs
 */
export const whileStopped = (around: Surroundings, work: Work): Promise<boolean> => {
  const all = () => withServices(around, [], work);
  return isOnMongodb(around) ? all() : whileHeld(dataFolderOf(around), all);
};
