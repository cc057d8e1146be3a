import { isLocalHost, type Role, roles } from '@almanac/identity';
import {
  environmentError,
  flag,
  type OwnSettings,
  outsideAddress,
  readEnvironment,
  siteAddress,
} from '@almanac/service';
import { z } from 'zod';

export interface OpenIdSettings {
  /** The issuer, exactly as the provider writes it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** The name of the provider on screens. */
  readonly name: string;
  readonly createsUsers: boolean;
  /** The claim with the groups or roles of a person: a name, or a path such as `realm_access.roles`. */
  readonly rolesClaim: string;
  /** Roles by a value of the claim; `*` is every person's. Undefined: the provider decides no roles. */
  readonly roles: ReadonlyMap<string, Role> | undefined;
  /** The address to which the provider sends the browser back. */
  readonly redirectUri: string;
}

const LONGEST_NAME = 60;
const ROLES_FORM = `must be JSON such as {"staff":"editor","*":"subscriber"}, with the roles ${roles.join(', ')}`;

const roleMap = z.record(z.string(), z.enum(roles)).refine((map) => Object.keys(map).length > 0);

const rolesText = z.string().transform((text, context) => {
  try {
    const parsed = roleMap.safeParse(JSON.parse(text));
    if (parsed.success) return new Map(Object.entries(parsed.data));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  context.addIssue(ROLES_FORM);
  return z.NEVER;
});

const variables = z.object({
  OIDC_ISSUER: outsideAddress
    .refine((text) => {
      const { protocol, hostname } = new URL(text);
      return protocol === 'https:' || isLocalHost(hostname);
    }, 'must begin with https://, except on this machine')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(LONGEST_NAME).default('OpenID Connect'),
  OIDC_CREATE_USERS: flag,
  OIDC_ROLES_CLAIM: z.string().default('groups'),
  OIDC_ROLES: rolesText.optional(),
  PUBLIC_URL: siteAddress.optional(),
});

const NEED_ISSUER = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;

/** Returns the identity provider of the site; undefined if there is none. @throws ConfigurationError */
export const readOpenIdSettings = (own: OwnSettings): OpenIdSettings | undefined => {
  const given = readEnvironment(variables, own);
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = given;
  if (issuer === undefined) {
    const alone = NEED_ISSUER.find((name) => given[name] !== undefined);
    if (alone !== undefined) throw environmentError([`OIDC_ISSUER: is required with ${alone}`]);
    return undefined;
  }
  if (clientId === undefined) throw environmentError(['OIDC_CLIENT_ID: is required with OIDC_ISSUER']);
  if (publicUrl === undefined) throw environmentError(['PUBLIC_URL: is required with OIDC_ISSUER']);
  return {
    issuer,
    clientId,
    clientSecret: given.OIDC_CLIENT_SECRET,
    name: given.OIDC_NAME,
    createsUsers: given.OIDC_CREATE_USERS,
    rolesClaim: given.OIDC_ROLES_CLAIM,
    roles: given.OIDC_ROLES,
    redirectUri: `${publicUrl}/admin/${CALLBACK}`,
  };
};

/** Name of the page to which the provider sends the browser back. */
export const CALLBACK = 'openid-callback';
