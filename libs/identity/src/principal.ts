import type { Role } from './roles.ts';

/** The actor: `user:<id>`, `system` for due work and relays, `anonymous` for a visitor. Never a name or an address. */
export type PrincipalId = `user:${number}` | 'system' | 'anonymous';

/** True if a text is a principal id, as the log stores it. */
export const isPrincipalId = (text: string): text is PrincipalId =>
  text === 'system' || text === 'anonymous' || /^user:\d+$/.test(text);

/** The credential that identified a user; `uuid` is that of the stored application password. */
type Credential =
  | { readonly kind: 'application-password'; readonly uuid: string }
  | { readonly kind: 'session'; readonly id: string };

export interface User {
  readonly kind: 'user';
  readonly id: number;
  readonly login: string;
  readonly roles: readonly Role[];
  readonly credential?: Credential | undefined;
}

/** The origin of a request: a visitor, a user, or the site itself (due work, requests between services). */
export type Principal = { readonly kind: 'anonymous' } | User | { readonly kind: 'system' };

export const anonymous: Principal = { kind: 'anonymous' };
export const system: Principal = { kind: 'system' };

/** Returns the principal's id in the log: `user:<id>`, `system` or `anonymous`. */
export const principalId = (principal: Principal): PrincipalId =>
  principal.kind === 'user' ? `user:${principal.id}` : principal.kind;

/** Returns the user's id; 0 for others. */
export const userId = (principal: Principal): number => (principal.kind === 'user' ? principal.id : 0);
