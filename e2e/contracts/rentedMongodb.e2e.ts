import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Collection } from '@almanac/documents';
import { openData, prepareIndexes, readDatabaseSettings } from '@almanac/service/data';
import { lackingOpenssl } from '../certificates.ts';
import { describeOn } from '../engines/servers.ts';
import { mongodbUnderTest } from '../servers.ts';
import { type RentedMongodb, rentMongodb, SERVER } from './rentedMongodb.ts';

const NOTES: Collection = { name: 'notes', projectionVersion: 1, indexes: [['kind']] };
const OPTIONS = 'retryWrites=false&serverSelectionTimeoutMS=2000';
const X509 = 'authMechanism=MONGODB-X509';

const mongodb = mongodbUnderTest();
const server = { ...mongodb, lacking: mongodb.lacking ?? lackingOpenssl() };

describeOn('MongoDB as people rent it', server, (address) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-rented-mongodb-'));
  let rented: RentedMongodb;
  beforeAll(async () => {
    rented = await rentMongodb(Number(new URL(address()).port), folder);
  });
  afterAll(async () => {
    await rented?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Prepares a service's database, and writes and reads in it, as a service does. */
  const use = async (url: string): Promise<unknown> => {
    const settings = readDatabaseSettings({ MONGODB_URL: url, DATABASE_PREFIX: `rented-${randomUUID().slice(0, 8)}` });
    const service = { name: 'core', collections: [NOTES] };
    await prepareIndexes(settings, service);
    const data = await openData(settings, service);
    try {
      await data.entries.put('note', 'one', { text: 'kept' });
      return (await data.entries.get('note', 'one'))?.body;
    } finally {
      await data.close();
    }
  };

  const at = (port: number, options: string): string =>
    `mongodb://127.0.0.1:${port}/?directConnection=true&${OPTIONS}&tls=true&${options}`;
  const authority = (): string => `tlsCAFile=${encodeURIComponent(rented.ca)}`;
  const certificate = (subject: string): string =>
    `tlsCertificateKeyFile=${encodeURIComponent(rented.clientFile(subject))}`;

  it('accepts a service that knows its authority, and is refused by one that does not', async () => {
    expect(await use(at(rented.open, authority()))).toEqual({ text: 'kept' });
    await expect(use(at(rented.open, ''))).rejects.toThrow(/certificate/);
  });

  it('accepts a service that signs in with its certificate', async () => {
    const options = [authority(), certificate('almanac'), X509].join('&');
    expect(await use(at(rented.signIn, options))).toEqual({ text: 'kept' });
  });

  it.each([
    ['the certificate of another user', () => [certificate('stranger'), X509], /Authentication failed/],
    ['no sign-in', () => [certificate('almanac')], /requires authentication/],
    ['no certificate', () => [X509], /certificate|closed|ECONNRESET|alert/],
  ])('refuses a service with %s', async (_name, options, refusal) => {
    await expect(use(at(rented.signIn, [authority(), ...options()].join('&')))).rejects.toThrow(refusal);
  });

  it('is found by a mongodb+srv address, whose records name its servers and the database of its users', async () => {
    const records: Readonly<Record<string, readonly unknown[]>> = {
      '_mongodb._tcp.cluster.rented.test SRV': [{ name: SERVER, port: rented.signIn, priority: 0, weight: 0 }],
      'cluster.rented.test TXT': [['authSource=$external']],
    };
    const resolve = async (name: string, type: string): Promise<readonly unknown[]> => {
      const found = records[`${name} ${type}`];
      if (found === undefined) throw Object.assign(new Error(`no record ${type} of ${name}`), { code: 'ENOTFOUND' });
      return found;
    };
    const lookup = (_name: string, _options: object, callback: (error: null, found: readonly object[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    jest.spyOn(dns.promises, 'resolve').mockImplementation(resolve as typeof dns.promises.resolve); // for SRV and TXT
    jest.spyOn(dns, 'lookup').mockImplementation(lookup as unknown as typeof dns.lookup); // in the form that sockets ask
    try {
      const options = [OPTIONS, authority(), certificate('almanac'), X509].join('&');
      expect(await use(`mongodb+srv://cluster.rented.test/?${options}`)).toEqual({ text: 'kept' });
    } finally {
      jest.restoreAllMocks();
    }
  });
});
