import { authorOf } from '@almanac/content-model';
import { parseDateTime } from '@almanac/dates';
import { invalid, invalidParams, type RestRequest, type Values } from '@almanac/rest';
import { storedContent } from '@almanac/text';
import { type ConversionGoal, type Popup, type PopupFields, popupMessages, type Trigger } from './popup.ts';
import type { writeArgs } from './popupArgs.ts';

type PopupArgs = { readonly [Name in keyof Values<typeof writeArgs>]?: Values<typeof writeArgs>[Name] | undefined };

/** A request that writes a popup, in whole or in part. */
export type Sending = Pick<RestRequest<PopupArgs>, 'args' | 'principal' | 'site'>;

const DEPTH = 50;

/** Formats an instant for answers: ISO 8601 in UTC, to the second. */
export const instantText = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

const instantOf = (sent: string | null | undefined, zone: string): string | null | undefined => {
  if (sent === undefined || sent === null) return sent;
  const parsed = parseDateTime(sent, zone);
  return parsed === undefined ? null : instantText(parsed.instant);
};

const triggerOf = (sent: NonNullable<PopupArgs['trigger']>): Trigger => ({
  on: sent.on,
  delay: sent.delay ?? 0,
  ...(sent.on === 'scroll' && { depth: DEPTH }),
  ...(sent.depth !== undefined && { depth: sent.depth }),
  ...(sent.selector !== undefined && { selector: sent.selector }),
});

/** Returns the goal; its default selector is the form or the link. */
const goalOf = ({ on, selector }: NonNullable<PopupArgs['goal']>): ConversionGoal => ({
  on,
  selector: selector ?? (on === 'submit' ? 'form' : 'a'),
});

/**
 * Returns the sent fields in their stored form. Times without an offset are on the site's clocks.
 * @param zone the site's time zone
 */
export const sentFields = async ({ args, principal, site }: Sending, zone: string): Promise<Partial<PopupFields>> => {
  const { status: _, content, starts, ends, trigger, goal, ...others } = args;
  const author = authorOf(principal, site);
  if (content !== undefined) await storedContent.prepare(content, author);
  const fields = {
    ...others,
    content: content === undefined ? undefined : storedContent(content, author),
    starts: instantOf(starts, zone),
    ends: instantOf(ends, zone),
    trigger: trigger && triggerOf(trigger),
    goal: goal && goalOf(goal),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

/** @throws DomainError 400 if the popup ends before it starts */
export const requireOrder = ({ starts, ends }: Pick<Popup, 'starts' | 'ends'>): void => {
  if (starts !== null && ends !== null && ends <= starts) throw invalidParams({ ends: invalid(popupMessages.ends) });
};
