export { type FakeReceiver, fakeReceiver } from './fakeReceiver.ts';
export { silentEffects } from './silentEffects.ts';
