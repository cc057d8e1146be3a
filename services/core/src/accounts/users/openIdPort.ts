import type { Role } from '@almanac/identity';

/** A person who has signed in at the identity provider. */
export interface OpenIdPerson {
  /** The provider's address. */
  readonly issuer: string;
  /** The person's name at the provider: unique there, and never given to another person. */
  readonly subject: string;
  /** Undefined unless the provider has verified the address. */
  readonly email: string | undefined;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The roles that the site gives to the person; undefined if the site decides them itself. */
  readonly roles: readonly Role[] | undefined;
}

/** The values that bind an answer of the provider to the browser that asked for it. */
export interface OpenIdSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
}

/** A sign-in that continues at the provider. */
export interface OpenIdRequest extends OpenIdSecrets {
  /** The page of the provider. */
  readonly url: string;
}

/** `unavailable`: the provider does not answer; `denied`: the person has not agreed; `refused`: the answer is invalid. */
export type OpenIdReason = 'unavailable' | 'denied' | 'refused';

/** A sign-in at the provider has failed. The message is for the log; it contains no codes and no tokens. */
export class OpenIdError extends Error {
  readonly reason: OpenIdReason;

  constructor(reason: OpenIdReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OpenIdError';
    this.reason = reason;
  }
}

/** The identity provider of the site (docs/adr/0090). */
export interface OpenId {
  /** Its name on screens. */
  readonly name: string;
  /** True if a person without an account gets one. */
  readonly createsUsers: boolean;
  /**
   * Begins a sign-in.
   * @param choosesAccount true if the provider asks which of the person's accounts to use
   * @throws OpenIdError unavailable
   */
  begin(choosesAccount: boolean): Promise<OpenIdRequest>;
  /**
   * Verifies the provider's answer, and requests the person.
   * @param query the query of the address to which the provider has redirected the browser
   * @throws OpenIdError
   */
  finish(query: string, secrets: OpenIdSecrets): Promise<OpenIdPerson>;
  /** Checks that the provider answers. @throws OpenIdError unavailable */
  check(): Promise<undefined>;
}
