import { native } from '../../engines/native.ts';
import { redirectRules } from './redirects.ts';
import { secretRotation } from './rotation.ts';
import { translations } from './translation.ts';
import { World } from './world.ts';

const lacking = native.lacking();
const on = lacking === undefined ? 'on native (the MongoDB stand-in and Kafka)' : `on native, skipped: ${lacking}`;

/** Faults that leave a sound site happen to the same one: its start takes longer than most of them. */
(lacking === undefined ? describe : describe.skip)(`a site with two gateways ${on}`, () => {
  let started: World;
  const world = () => started;
  beforeAll(async () => {
    started = await World.start({ replicas: { gateway: 2 }, environment: { DRAIN_MS: '2000' } });
  });
  afterAll(() => started?.stop());

  describe('its redirect rules', () => redirectRules(world));
  describe('its people who finish translations, whose services and broker are killed in turn', () =>
    translations(world));
  describe('its secret', () => secretRotation(world));
});
