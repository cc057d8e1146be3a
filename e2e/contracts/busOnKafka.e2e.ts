import { busContract } from '@almanac/messaging/contract';
import { describeOn, kafkasUnderTest } from '../engines/servers.ts';
import { makeKafkaWorld } from './kafkaWorld.ts';

for (const kafka of kafkasUnderTest()) {
  describeOn('the bus', kafka, (brokers) => {
    busContract(kafka.name, async () => {
      const world = await makeKafkaWorld(brokers());
      return { ...world, bus: () => world.bus() };
    });
  });
}
