import { z } from 'zod';

/** Maximum count per time window. */
export interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/** The default rate limits by name, which operators may change. */
export const defaultLimits = {
  /** Failed sign-ins with one name from one network, before the next is refused without a check. */
  'sign-in-name': { most: 10, seconds: 15 * 60 },
  /** Failed sign-ins from one network with any name. */
  'sign-in-network': { most: 100, seconds: 15 * 60 },
  /** Refused application passwords of one name from one network. */
  'application-password': { most: 30, seconds: 15 * 60 },
  /** Mails with links that set a password, requested from one network, and for one name from all networks. */
  'password-mail': { most: 10, seconds: 15 * 60 },
  'password-mail-name': { most: 3, seconds: 60 * 60 },
  /** Different passwords of protected records from one network (docs/interface/server.md §17). */
  'record-password': { most: 30, seconds: 15 * 60 },
  /** Look-ups of outside addresses for one user (docs/interface/oembed.md §5, Limits). */
  'look-up-user': { most: 30, seconds: 60 },
  /** Look-ups at one host that is on no list. */
  'look-up-host': { most: 5, seconds: 60 },
  /** Requests to the translation engine for one user (docs/interface/translation-engine.md §6). */
  'engine-proxy': { most: 60, seconds: 60 },
  /** Validated texts for one user (docs/interface/translation-config.md §1). */
  'xml-validation': { most: 30, seconds: 60 },
  /** Call backs of the translation engine about one job, and about all jobs. */
  'engine-call-back-job': { most: 60, seconds: 60 },
  'engine-call-back': { most: 600, seconds: 60 },
  /** Requests for a code, from one network (docs/interface/login.md §1). */
  'send-code': { most: 10, seconds: 60 },
  /** Second steps begun from one network. */
  'second-step-begin': { most: 5, seconds: 60 },
  /** Codes sent to one user. */
  'second-step-hour': { most: 5, seconds: 60 * 60 },
  'second-step-day': { most: 20, seconds: 24 * 60 * 60 },
  /** Uploaded files of one user (docs/interface/core-media.md §3): above the rate of an import. */
  upload: { most: 1_800, seconds: 60 },
  /** Rendered texts for one user (docs/interface/builder.md §1). */
  'rendered-content': { most: 30, seconds: 60 },
  /** Steps of the first-run wizard from one user (docs/interface/onboarding.md §2). */
  wizard: { most: 20, seconds: 60 },
  /** Requests for the social feed from one network (docs/interface/builder.md §2). */
  social: { most: 60, seconds: 60 },
  /** Views and conversions of popups that all visitors together add to the log (docs/interface/popup.md §4). */
  'popup-day': { most: 100_000, seconds: 24 * 60 * 60 },
  /** Comments by visitors from one network (docs/interface/core-comments.md §4). */
  'visitor-comment': { most: 10, seconds: 60 * 60 },
  /** Events suggested by visitors from one network, and from all together (docs/interface/suggestions.md §2). */
  'event-suggestion': { most: 5, seconds: 60 * 60 },
  'event-suggestions': { most: 100, seconds: 24 * 60 * 60 },
  /** Batches and states of imports from outside services (docs/interface/calendar-imports.md §2). */
  'event-import': { most: 20_000, seconds: 24 * 60 * 60 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof defaultLimits;

/** True for a limit that operators set. */
export const isLimitName = (name: string): name is LimitName => Object.hasOwn(defaultLimits, name);

/** Limits from the site's settings, which operators do not set. */
export type SiteLimitName = 'popup-visitor' | 'popup-address' | 'popup-site';

/** Every limit with its value. */
export type LimitSettings = Readonly<Record<LimitName, Limit>>;

const FORM = /^([a-z-]+)=([1-9]\d{0,8})\/([1-9]\d{0,5})$/;

/** Parses `sign-in-name=5/900,look-up-user=60/60`: maximum count and seconds; other limits keep their defaults. */
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
