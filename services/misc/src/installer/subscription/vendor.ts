import { createOutgoing, jsonOf, type Outgoing, OutgoingError, originPolicy } from '@almanac/outgoing';
import { type OwnSettings, outsideAddress, readEnvironment } from '@almanac/service';
import { z } from 'zod';
import { packageSlugs } from '../../misc.ts';
import { statuses } from './subscription.ts';

/** The vendor's answer about the site's subscription. */
export interface VendorAnswer {
  readonly status: 'active' | 'expired' | 'invalid' | 'refunded';
  readonly expires_at: string | null;
  /** Slugs of the packages that the subscription includes. */
  readonly packages: readonly string[];
}

interface VendorQuestion {
  readonly site: string;
  /** Versions by package. */
  readonly packages: Readonly<Record<string, string>>;
}

/** Queries the vendor; `refused` if it does not know the key, undefined without a valid answer. */
export type AskVendor = (question: VendorQuestion) => Promise<VendorAnswer | 'refused' | undefined>;

/** The vendor of the feature packages, as the operator configured it. */
export interface Vendor {
  /** Host of the vendor, shown to administrators; null without a vendor. */
  readonly repository: string | null;
  readonly isRegistered: boolean;
  readonly ask: AskVendor;
}

const MAX_ANSWER_BYTES = 65_536;
const REFUSALS = [401, 403, 404];

const answerSchema = z.object({
  status: z.enum(statuses).exclude(['unknown']),
  expires_at: z.iso.datetime({ offset: true }).nullable(),
  packages: z.array(z.string().max(100)).max(packageSlugs.length * 10),
});

const asking =
  (outgoing: Outgoing, address: string, key: string): AskVendor =>
  async ({ site, packages }) => {
    try {
      const { status, body } = await outgoing.fetch(address, {
        method: 'POST',
        accept: 'application/json',
        headers: { 'content-type': 'application/json' },
        content: JSON.stringify({ site_key: key, site_url: site, packages }),
        maxBytes: MAX_ANSWER_BYTES,
      });
      if (REFUSALS.includes(status)) return 'refused';
      return status === 200 ? answerSchema.safeParse(jsonOf(body)).data : undefined;
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return undefined;
    }
  };

/** Returns the vendor at an address. */
export const vendorAt = (address: string, key: string | undefined): Vendor => ({
  repository: new URL(address).host,
  isRegistered: key !== undefined,
  ask: asking(createOutgoing({ policy: originPolicy(address) }), address, key ?? ''),
});

export const noVendor: Vendor = { repository: null, isRegistered: false, ask: async () => undefined };

const text = z.string().transform((value) => value || undefined);

const variables = z.object({
  INSTALLER_URL: text.pipe(outsideAddress.optional()).optional(),
  INSTALLER_SITE_KEY: text.optional(),
});

/** @throws ConfigurationError */
export const readVendor = (own: OwnSettings): Vendor => {
  const { INSTALLER_URL: address, INSTALLER_SITE_KEY: key } = readEnvironment(variables, own);
  return address === undefined ? noVendor : vendorAt(address, key);
};
