import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createOutgoing } from './index.ts';
import { type FakeService, startFakeServer } from './testing.ts';

/** Key and self-signed certificate of `named.test`, valid until 2120; only this spec trusts it. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUMdNVsiK/gqjjWUL
DpzS0pFwXW1tYdUxN9ZY5kqpDRehRANCAAR10VIfqyFMBRLyPSh/FyDe3cnji3Bg
ziuKuSfWlrRxMDPraGxgOw4hVBLBJhLgX8faM53h7usM2q9FOZu4REJT
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApuYW1lZC50
ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
DApuYW1lZC50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEddFSH6shTAUS
8j0ofxcg3t3J44twYM4rirkn1pa0cTAz62hsYDsOIVQSwSYS4F/H2jOd4e7rDNqv
RTmbuERCU6NGMEQwFQYDVR0RBA4wDIIKbmFtZWQudGVzdDAMBgNVHRMEBTADAQH/
MB0GA1UdDgQWBBRe4u3OWMyVGp6N94MKLBVelUxoIjAKBggqhkjOPQQDAgNHADBE
AiAAsDx85IcB9jQ6YlleuUhNc49CwSDBcfudFh7d0udMXQIgFfTaYVmBflPPZQ9c
N6xvy2ZAZQxUBqLZF85g76PD8FE=
-----END CERTIFICATE-----
`;

describe('a redirect', () => {
  let plain: FakeService;
  let secure: Server;
  /** The redirect targets of the two servers. */
  let location: string;
  let upTo: string;
  let plainSeen: (string | undefined)[];
  const believed = getCACertificates('default');

  beforeAll(async () => {
    setDefaultCACertificates([...believed, cert]);
    plain = await startFakeServer((request, response) => {
      plainSeen.push(request.url);
      if (request.url === '/up') response.writeHead(302, { location: upTo });
      response.end('plain');
    });
    secure = createServer({ key, cert }, (request, response) => {
      if (request.url !== '/last') response.writeHead(302, { location });
      response.end('secure');
    });
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening));
  });
  beforeEach(() => {
    plainSeen = [];
  });
  afterAll(async () => {
    setDefaultCACertificates(believed);
    await plain.close();
    secure.closeAllConnections();
    await new Promise((closed) => secure.close(closed));
  });

  const fetched = async (url: string): Promise<string> => {
    const policy = { ...plain.policy, allowsPort: () => true };
    const { body } = await createOutgoing({ resolve: plain.resolve, policy }).fetch(url);
    return body.toString();
  };
  const http = (path: string): string => `http://named.test:${plain.port}${path}`;
  const https = (path: string): string => `https://named.test:${(secure.address() as AddressInfo).port}${path}`;

  it.each([
    ['https to https', () => https('/'), () => https('/last')],
    ['http to https', () => http('/up'), () => https('/last')],
    ['https to a path of its own', () => https('/'), () => '/last'],
  ])('is followed from %s', async (_, from, to) => {
    [location, upTo] = [to(), to()];
    expect(await fetched(from())).toBe('secure');
  });

  it('is refused from https to http, also on the way', async () => {
    location = http('/down');
    await expect(fetched(https('/'))).rejects.toMatchObject({ reason: 'refused' });
    upTo = https('/');
    await expect(fetched(http('/up'))).rejects.toMatchObject({ reason: 'refused' });
    expect(plainSeen).toEqual(['/up']);
  });
});
