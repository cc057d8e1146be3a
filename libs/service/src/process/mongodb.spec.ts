import { mongodbClient } from './mongodb.ts';
import { readDatabaseSettings } from './settings.ts';

const clientFor = (MONGODB_URL: string) => mongodbClient(readDatabaseSettings({ MONGODB_URL }), 'core');

describe('a client of MongoDB', () => {
  it.each([
    'mongodb://store/?tls=true&tlsCAFile=/none/ca.pem',
    'mongodb+srv://cluster.example.org/?authMechanism=MONGODB-X509&tlsCertificateKeyFile=/none/client.pem',
  ])('is refused if a file that its address names cannot be read: %s', (url) => {
    expect(() => clientFor(url)).toThrow(/MONGODB_URL, tls\w+File: \/none\/\w+\.pem cannot be read/);
  });

  it.each([
    ['mongodb://store/?authMechanism=GUESS', 'GUESS'],
    ['mongodb://store/?unknown=1', 'unknown'],
    ['mongodb+srv://cluster.example.org:27017/', 'port'],
  ])('is refused with an address that the driver cannot use: %s', (url, reason) => {
    expect(() => clientFor(url)).toThrow(new RegExp(`^The environment cannot be used:\\n  MONGODB_URL: .*${reason}`));
  });
});
