import { isoLocal, toWallClock } from '@almanac/dates';
import { siteLanguage } from '@almanac/rest';
import { z } from 'zod';
import { audiences, frequencies, type Popup, statuses } from './popup.ts';

/** `YYYY-MM-DDTHH:MM:SS`, without an offset. */
const local = z.string();

export const triggerAnswer = z.strictObject({
  on: z.enum(['load', 'scroll', 'exit', 'click']),
  delay: z.int(),
  depth: z.int().optional(),
  selector: z.string().optional(),
});

export const goalAnswer = z.strictObject({ on: z.enum(['click', 'submit']), selector: z.string() });

/** A popup in answers for its editors. */
export const popupAnswer = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    status: z.enum(statuses),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    languages: z.array(siteLanguage),
    audience: z.enum(audiences),
    starts: local.nullable(),
    ends: local.nullable(),
    trigger: triggerAnswer,
    frequency: z.enum(frequencies),
    goal: goalAnswer,
    author: z.int(),
    date: local,
    date_gmt: local,
    modified: local,
    modified_gmt: local,
  })
  .meta({ id: 'Popup' });

/** Renders a popup with its dates on the site's clocks. */
export const popupView = (popup: Popup, zone: string) => {
  const { version: _, deleted: __, mediaInTexts: ___, created, modified, ...members } = popup;
  const at = (instant: string, where: string): string => isoLocal(toWallClock(Date.parse(instant), where));
  return {
    ...members,
    date: at(created, zone),
    date_gmt: at(created, 'UTC'),
    modified: at(modified, zone),
    modified_gmt: at(modified, 'UTC'),
  };
};
