import { complaintAt, OutgoingError } from '@almanac/outgoing';
import type { OutsideService, OwnSettings } from '@almanac/service';
import type { PackageSlug, Packages } from './misc.ts';
import { smtpCodesOf, smtpTransport } from './smtpTransport.ts';

/** An outside service, and the package that asks it; none for what is asked whatever packages there are. */
export interface PackagedOutside extends OutsideService {
  readonly package?: PackageSlug;
}

/** Milliseconds: health tests wait no longer. */
const PATIENCE = 2_500;

/** Says hello to a mail server, and who sends. @throws Error that names neither address nor password */
const greetMailServer = async (url: string): Promise<undefined> => {
  const transport = smtpTransport({ url, patience: PATIENCE });
  try {
    await transport.verify();
  } catch (error) {
    if (error instanceof OutgoingError) throw new Error(error.reason);
    const { code, responseCode } = smtpCodesOf(error);
    throw new Error(String(responseCode ?? code ?? 'unreachable'));
  } finally {
    transport.close();
  }
};

/** What the operator has configured of what misc asks outside of the site. */
export const readOutsideServices = (own: OwnSettings): PackagedOutside[] => {
  const named = (setting: string, ask: (address: string) => Promise<string | undefined>, slug?: PackageSlug) => {
    const address = own[setting] || undefined;
    if (address === undefined) return [];
    return [{ setting, complaint: () => ask(address), ...(slug && { package: slug }) }];
  };
  return [
    ...named('MAIL_URL', greetMailServer, 'second-step'),
    ...named('MFA_APP_URL', complaintAt, 'second-step'),
    ...named('SOCIAL_URL', complaintAt, 'social-feed'),
    ...named('INSTALLER_URL', complaintAt),
  ];
};

/** Those that are asked at present: what an inactive package would ask is left alone. */
export const askedOutside = async (packages: Packages, all: readonly PackagedOutside[]): Promise<OutsideService[]> => {
  const asked = await Promise.all(
    all.map(async (each) => each.package === undefined || (await packages.isActive(each.package))),
  );
  return all.filter((_, index) => asked[index] === true);
};
