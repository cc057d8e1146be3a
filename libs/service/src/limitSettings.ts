import { z } from 'zod';

/** So many in so many seconds. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** What is limited over time, by name, and how much of it is allowed where the operator says nothing else. */
export const defaultLimits = {
  /** Failures to sign in with one name from one network, until the next is refused unheard. */
  'sign-in-name': { most: 10, seconds: 15 * 60 },
  /** Failures to sign in from one network with whatever names. */
  'sign-in-network': { most: 100, seconds: 15 * 60 },
  /** Refused application passwords of one name from one network. */
  'application-password': { most: 30, seconds: 15 * 60 },
  /** Different passwords of protected records that one network tries (docs/interface/server.md §17). */
  'record-password': { most: 30, seconds: 15 * 60 },
  /** Addresses outside the site that are looked up for one user (docs/interface/oembed.md §5, Limits). */
  'look-up-user': { most: 30, seconds: 60 },
  /** Look-ups at one host that is on no list. */
  'look-up-host': { most: 5, seconds: 60 },
  /** What is passed on to the translation engine for one user (docs/interface/translation-engine.md §6). */
  'engine-proxy': { most: 60, seconds: 60 },
  /** Texts that are validated for one user (docs/interface/translation-config.md §1). */
  'xml-validation': { most: 30, seconds: 60 },
  /** Call backs of the translation engine about one job, and about all. */
  'engine-call-back-job': { most: 60, seconds: 60 },
  'engine-call-back': { most: 600, seconds: 60 },
  /** Requests to send a code, from one network (docs/interface/login.md §1). */
  'send-code': { most: 10, seconds: 60 },
  /** Second steps that are begun from one network. */
  'second-step-begin': { most: 5, seconds: 60 },
  /** Codes that are sent to one user. */
  'second-step-hour': { most: 5, seconds: 60 * 60 },
  'second-step-day': { most: 20, seconds: 24 * 60 * 60 },
  /** Texts that are rendered for one user (docs/interface/builder.md §1). */
  'rendered-content': { most: 30, seconds: 60 },
  /** Steps of the first-run wizard that one user sends (docs/interface/onboarding.md §2). */
  wizard: { most: 20, seconds: 60 },
  /** Questions for the social feed from one network (docs/interface/builder.md §2). */
  social: { most: 60, seconds: 60 },
  /** Openings and conversions of popups that all visitors together add to the log (docs/interface/popup.md §4). */
  'popup-day': { most: 100_000, seconds: 24 * 60 * 60 },
  /** Batches and states of imports that outside services send (docs/interface/calendar-imports.md §2). */
  'event-import': { most: 20_000, seconds: 24 * 60 * 60 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof defaultLimits;

/** True for a limit that operators set. */
export const isLimitName = (name: string): name is LimitName => Object.hasOwn(defaultLimits, name);

/** Limits that the settings of the site say, so that no operator does. */
export type SiteLimitName = 'popup-visitor' | 'popup-address' | 'popup-site';

/** Every limit with what is allowed. */
export type LimitSettings = Readonly<Record<LimitName, Limit>>;

const FORM = /^([a-z-]+)=([1-9]\d{0,8})\/([1-9]\d{0,5})$/;

/** `sign-in-name=5/900,look-up-user=60/60`: how many in how many seconds; those that are not named keep their defaults. */
export const limitSettings = z
  .string()
  .default('')
  .transform((text, context): LimitSettings => {
    const chosen: Partial<Record<LimitName, Limit>> = {};
    for (const entry of text.split(',').filter((each) => each.trim() !== '')) {
      const [, name = '', most, seconds] = FORM.exec(entry.trim()) ?? [];
      if (isLimitName(name)) chosen[name] = { most: Number(most), seconds: Number(seconds) };
      else context.addIssue(`"${entry}" is not of the form name=most/seconds with one of: ${names}`);
    }
    return { ...defaultLimits, ...chosen };
  });

const names = Object.keys(defaultLimits).join(', ');
