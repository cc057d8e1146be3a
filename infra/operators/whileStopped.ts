import { whileHeld } from '../all-in-one/dataFolder.ts';
import { dataFolderOf, isOnMongodb, type Surroundings } from './operatorCommand.ts';
import { type ServiceData, withServices } from './serviceData.ts';

type Work = (services: readonly ServiceData[]) => Promise<boolean>;

/** On a data folder no site may run meanwhile. @throws ConfigurationError where one does */
export const whileStopped = (around: Surroundings, work: Work): Promise<boolean> => {
  const all = () => withServices(around, [], work);
  return isOnMongodb(around) ? all() : whileHeld(dataFolderOf(around), all);
};
