import { SIGN_IN_SECONDS } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { DomainError } from '@almanac/i18n';
import { miscErrors } from '../errors.ts';

/** Lifetime of a sign-in, in which codes may be requested and typed. */
export const SIGN_IN_MS = SIGN_IN_SECONDS * 1_000;
/** Lifetime of a code. */
export const CODE_MS = 180_000;

const MAX_CODES = 3;
const PAUSE_MS = 30_000;
const MAX_WRONG_CODES = 5;

/** A sign-in whose password was right and whose code is pending. */
export interface Session {
  readonly version: number;
  readonly user: number;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** The valid code: the last one. */
  readonly code: { readonly id: string; readonly until: string; readonly at: string } | null;
  readonly codes: number;
  /** True if the token and secret of the outside app have been used. */
  readonly pairUsed: boolean;
  readonly wrong: number;
  readonly verified: boolean;
}

export type SessionEvent =
  | Event<'SignInBegun', { readonly user: number; readonly until: string }>
  /** `byPair`: an app requested it, which uses up its token and secret. `mailed`: it is sent by mail. */
  | Event<
      'CodeIssued',
      { readonly id: string; readonly until: string; readonly byPair: boolean; readonly mailed: boolean }
    >
  | Event<'CodeRefused', Readonly<Record<never, never>>>
  | Event<'SignInVerified', { readonly by: 'code' | 'recovery' }>;

export type SessionCommand =
  | { readonly type: 'Begin'; readonly user: number; readonly at: Date }
  | {
      readonly type: 'Issue';
      readonly id: string;
      readonly byPair: boolean;
      readonly mailed: boolean;
      readonly at: Date;
    }
  /** `fits`: match of the typed text with stored hashes; `code` is the id of the matching code. */
  | { readonly type: 'Check'; readonly fits: CodeMatch; readonly at: Date };

export type CodeMatch = { readonly code: string } | 'recovery' | 'nothing';

const tooManyCodes = (seconds: number): DomainError =>
  miscErrors.tooManyCodes({ params: { seconds }, data: { retry_after: seconds } });

/** True if a code may still be requested and typed. */
export const isOpen = ({ until, wrong, verified }: Session, at: Date): boolean =>
  !verified && wrong < MAX_WRONG_CODES && Date.parse(until) > at.getTime();

const after = (state: Session, event: SessionEvent, at: string): Session => {
  switch (event.type) {
    case 'SignInBegun':
      return { ...state, ...event.data };
    case 'CodeIssued': {
      const { id, until, byPair } = event.data;
      return { ...state, code: { id, until, at }, codes: state.codes + 1, pairUsed: state.pairUsed || byPair };
    }
    case 'CodeRefused':
      return { ...state, wrong: state.wrong + 1 };
    case 'SignInVerified':
      return { ...state, verified: true };
  }
};

/** Decider of sign-ins that wait for their code, `signin-<uuid>` (docs/interface/login.md §1, §3). */
export const sessionDecider: Decider<Session, SessionEvent, SessionCommand> = {
  category: 'signin',
  initialState: {
    version: 0,
    user: 0,
    until: '1970-01-01T00:00:00.000Z',
    code: null,
    codes: 0,
    pairUsed: false,
    wrong: 0,
    verified: false,
  },
  eventTypes: ['SignInBegun', 'CodeIssued', 'CodeRefused', 'SignInVerified'],
  projectionVersion: 1,
  evolve: (state, event) => ({ ...after(state, event, event.meta.at), version: event.version }),
  /** @throws DomainError 403 for an expired sign-in, 429 for too many codes */
  decide: (state, command) => {
    if (command.type === 'Begin') {
      const until = new Date(command.at.getTime() + SIGN_IN_MS).toISOString();
      return [{ type: 'SignInBegun', data: { user: command.user, until } }];
    }
    if (!isOpen(state, command.at)) throw miscErrors.sessionForbidden();
    return command.type === 'Issue' ? [issued(state, command)] : [checked(state, command)];
  },
};

type Issue = Extract<SessionCommand, { readonly type: 'Issue' }>;
type Check = Extract<SessionCommand, { readonly type: 'Check' }>;

const issued = (state: Session, { id, byPair, mailed, at }: Issue): SessionEvent => {
  if (byPair && state.pairUsed) throw miscErrors.sessionForbidden();
  const now = at.getTime();
  if (state.codes >= MAX_CODES) throw tooManyCodes(secondsUntil(Date.parse(state.until), now));
  const next = state.code === null ? 0 : Date.parse(state.code.at) + PAUSE_MS;
  if (next > now) throw tooManyCodes(secondsUntil(next, now));
  const until = new Date(Math.min(now + CODE_MS, Date.parse(state.until))).toISOString();
  return { type: 'CodeIssued', data: { id, until, byPair, mailed } };
};

const secondsUntil = (moment: number, now: number): number => Math.max(1, Math.ceil((moment - now) / 1_000));

const checked = ({ code }: Session, { fits, at }: Check): SessionEvent => {
  if (fits === 'recovery') return { type: 'SignInVerified', data: { by: 'recovery' } };
  const isCode = fits !== 'nothing' && code?.id === fits.code && Date.parse(code.until) > at.getTime();
  return isCode ? { type: 'SignInVerified', data: { by: 'code' } } : { type: 'CodeRefused', data: {} };
};

export const sessions: Collection = {
  name: 'sign-ins',
  projectionVersion: sessionDecider.projectionVersion,
  indexes: [],
};

export const sessionRegistration: Registration<Session, SessionEvent> = {
  aggregate: sessionDecider,
  collection: sessions,
};
