import type { Role } from './roles.ts';

/** Who acted: `user:<id>`, `system` for due work and relays, `anonymous` for a visitor. Never a name or an address. */
export type PrincipalId = `user:${number}` | 'system' | 'anonymous';

/** True if a text says who acted, as the log writes it. */
export const isPrincipalId = (text: string): text is PrincipalId =>
  text === 'system' || text === 'anonymous' || /^user:\d+$/.test(text);

/** What a user identified with; `uuid` is that of the stored application password. */
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

/** Who asks: a visitor, a user of the site, or the site itself (due work, requests between services). */
export type Principal = { readonly kind: 'anonymous' } | User | { readonly kind: 'system' };

export const anonymous: Principal = { kind: 'anonymous' };
export const system: Principal = { kind: 'system' };

/** How a principal is written in the log: `user:<id>`, `system` or `anonymous`. */
export const principalId = (principal: Principal): PrincipalId =>
  principal.kind === 'user' ? `user:${principal.id}` : principal.kind;

/** The user's id; 0 for everybody else, the author of nothing. */
export const userId = (principal: Principal): number => (principal.kind === 'user' ? principal.id : 0);
