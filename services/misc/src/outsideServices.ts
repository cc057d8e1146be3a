import { smtpCodesOf, smtpTransport } from '@almanac/effects/mail';
import { healthProblem, OutgoingError } from '@almanac/outgoing';
import type { OutsideService, OwnSettings } from '@almanac/service';
import type { PackageSlug, Packages } from './misc.ts';

/** An outside service and the package that uses it; without a package it is always used. */
export interface PackagedOutside extends OutsideService {
  readonly package?: PackageSlug;
}

/** Timeout in milliseconds: health tests wait no longer. */
const TIMEOUT_MS = 2_500;

/** Connects and authenticates to a mail server. @throws Error without address and password in its message */
const greetMailServer = async (url: string): Promise<undefined> => {
  const transport = await smtpTransport({ url, patience: TIMEOUT_MS });
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

/** Returns the outside services of misc that the operator has configured. */
export const readOutsideServices = (own: OwnSettings): PackagedOutside[] => {
  const named = (setting: string, ask: (address: string) => Promise<string | undefined>, slug?: PackageSlug) => {
    const address = own[setting] || undefined;
    if (address === undefined) return [];
    return [{ setting, complaint: () => ask(address), ...(slug && { package: slug }) }];
  };
  return [
    ...named('MAIL_URL', greetMailServer, 'second-step'),
    ...named('MFA_APP_URL', healthProblem, 'second-step'),
    ...named('SOCIAL_URL', healthProblem, 'social-feed'),
    ...named('INSTALLER_URL', healthProblem),
  ];
};

/** Returns the services in use: those of inactive packages are left out. */
export const outsideServicesInUse = async (
  packages: Packages,
  all: readonly PackagedOutside[],
): Promise<OutsideService[]> => {
  const asked = await Promise.all(
    all.map(async (each) => each.package === undefined || (await packages.isActive(each.package))),
  );
  return all.filter((_, index) => asked[index] === true);
};
