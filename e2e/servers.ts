import { type NativeServer, startMongoStandIn } from '@almanac/infra/native';
import { freePort } from './site.ts';

/** A server that suites run on: given by its address, or started for the run. */
export interface ServerUnderTest {
  /** Says in every test's name what it was shown on. */
  readonly name: string;
  start(): Promise<{ readonly address: string }>;
  stop(): Promise<void>;
}

/** MongoDB at `MONGODB_URL`, else the stand-in that speaks its protocol. */
export const mongodbUnderTest = (): ServerUnderTest => {
  const address = process.env.MONGODB_URL;
  if (address !== undefined) return { name: 'MongoDB', start: async () => ({ address }), stop: async () => {} };
  let server: NativeServer | undefined;
  return {
    name: 'the MongoDB stand-in',
    start: async () => {
      server = await startMongoStandIn({ port: await freePort() });
      return server;
    },
    stop: async () => server?.stop(),
  };
};
