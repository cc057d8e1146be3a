import { prepareIndexes, readDatabaseSettings } from '@almanac/service/data';
import { isOnMongodb, type OperatorCommand } from './operatorCommand.ts';
import { definitionsOf } from './serviceData.ts';

/** `indexes`: makes MongoDB's missing indexes before a release that declares them serves. */
export const indexesCommand: OperatorCommand = {
  run: async (names, around) => {
    const definitions = definitionsOf(names);
    if (!isOnMongodb(around)) {
      around.say('In the data folder indexes are made at the start; MONGODB_URL names the server of another site.');
      return true;
    }
    const settings = readDatabaseSettings(around.environment);
    for (const definition of definitions) {
      const indexes = await prepareIndexes(settings, definition);
      const made = indexes.filter((index) => index.made);
      around.say(`${definition.name}: ${indexes.length} indexes, ${made.length} of them made just now`);
      for (const { collection, index } of made) around.say(`  ${collection}: ${index}`);
    }
    return true;
  },
};
