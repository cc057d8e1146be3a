import { startFakeServer } from '@almanac/outgoing/testing';

/** A request of a site to its vendor. */
interface VendorQuestion {
  readonly site_key: string;
  readonly site_url: string;
  readonly packages: Readonly<Record<string, string>>;
}

export interface FakeVendor {
  /** The value of `INSTALLER_URL`. */
  readonly url: string;
  readonly asked: VendorQuestion[];
  answer: { readonly status: number; readonly body: string };
  /** Sets a JSON answer. */
  says(body: object, status?: number): void;
  close(): Promise<void>;
}

export const allPackages = [
  'popups',
  'second-step',
  'social-feed',
  'rendered-content',
  'url-details',
  'event-stream',
  'webhooks',
];

/** Starts a vendor of feature packages on this machine; at first every site has all of them. */
export const startVendor = async (): Promise<FakeVendor> => {
  const server = await startFakeServer(async (request, response) => {
    const question = (await request.toArray()).join('');
    if (request.method === 'POST') vendor.asked.push(JSON.parse(question));
    const { status, body } = vendor.answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const vendor: FakeVendor = {
    url: `http://127.0.0.1:${server.port}/refresh`,
    asked: [],
    answer: { status: 200, body: '' },
    says: (body, status = 200) => {
      vendor.answer = { status, body: JSON.stringify(body) };
    },
    close: server.close,
  };
  vendor.says({ status: 'active', expires_at: '2032-01-01T00:00:00Z', packages: allPackages });
  return vendor;
};
