import { busContract } from '@almanac/messaging/contract';
import { kafkaUnderTest } from '../servers.ts';
import { makeKafkaWorld } from './kafkaWorld.ts';

const kafka = kafkaUnderTest();
let brokers = '';

beforeAll(async () => {
  brokers = (await kafka.start()).address;
});

afterAll(() => kafka.stop());

busContract(kafka.name, async () => {
  const world = await makeKafkaWorld(brokers);
  return { ...world, bus: () => world.bus() };
});
