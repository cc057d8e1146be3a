import { type Change, recordHistory } from './recordHistory.ts';
import { withServices } from './serviceData.ts';

const print = ({ at, who, type, set, version }: Change): void => {
  console.log(`${at}  ${who}  ${type}  (version ${version})`);
  for (const member of set) console.log(`    ${member}`);
};

/** Prints the history of a record, as JSON or for people. @throws ConfigurationError for a record that is not there */
export const printHistory = async (kind: string, id: string, json: boolean): Promise<void> => {
  const around = { environment: process.env };
  const changes = await withServices(around, [], (services) => recordHistory(services, kind, id));
  if (json) console.log(JSON.stringify(changes, null, 2));
  else changes.forEach(print);
};
