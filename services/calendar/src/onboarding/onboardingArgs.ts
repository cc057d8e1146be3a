import { siteSettings } from '@almanac/contracts';
import { anything, boolean, email, type Invalid, integer, invalid, list, object, text } from '@almanac/rest';
import { webAddress } from '../requestArgs.ts';
import { currencySign } from './currencies.ts';
import { siteZone } from './siteZone.ts';

const LAST_TAB = 6;
const VIEWS = ['list', 'month', 'week', 'day'] as const;

const tab = integer({ minimum: 0, maximum: LAST_TAB });
const tabs = (description: string) => list(tab, { description, unique: true });

const website = anything({ description: 'Its website.', parse: webAddress, words: { type: 'string' } });
const line = (description: string) => text({ description, maxLength: 200 });

const organizer = object(
  {
    organizerId: integer({ description: 'The id of an organizer that is there: nothing is made.', minimum: 1 }),
    name: line('The name of the organizer.'),
    phone: line('The phone number.'),
    website,
    email: email({ description: 'The e-mail address.', allowEmpty: true }),
  },
  { description: 'The first organizer.', check: (value) => unnamed(value, 'organizerId') },
);

const venue = object(
  {
    venueId: integer({ description: 'The id of a venue that is there: nothing is made.', minimum: 1 }),
    name: line('The name of the venue.'),
    address: line('The street address.'),
    city: line('The city.'),
    state: line('The state or province.'),
    zip: line('The postal code.'),
    country: line('The country: two letters, or its name.'),
    phone: line('The phone number.'),
    website,
  },
  { description: 'The first venue.', check: (value) => unnamed(value, 'venueId') },
);

/** Returns the refusal of a new record without a name. */
function unnamed(value: { readonly name?: string | undefined }, id: string): Invalid | undefined {
  const isThere = (value as Readonly<Record<string, unknown>>)[id] !== undefined;
  return isThere || (value.name ?? '').trim() !== '' ? undefined : invalid('{name} needs a name.');
}

const views = (description: string) =>
  list(text({ enum: [...VIEWS, 'all'] }), { description, minItems: 1, words: { minItems: 1 } });

/** An argument whose value the site's settings must accept. */
const setting = (
  member: 'date_format' | 'timezone',
  description: string,
  meant: (sent: string) => string = (sent) => sent,
) =>
  text({
    description,
    check: (sent) => {
      const { success, error } = siteSettings.shape[member].safeParse(meant(sent));
      if (success) return undefined;
      return error.issues[0]?.code === 'custom'
        ? `{name} ${error.issues[0].message}.`
        : '{name} is not what it has to be.';
    },
  });

/** Arguments of a step of the wizard (docs/interface/onboarding.md §2). */
export const wizardArgs = {
  action_nonce: text({ description: 'The nonce that the settings of the wizard give.', required: true }),
  begun: boolean({ description: 'Whether the first steps have begun.' }),
  finished: boolean({ description: 'Whether they are finished.' }),
  currentTab: integer({ description: 'The tab that is left; steps up to it are done.', minimum: 0, maximum: LAST_TAB }),
  completedTabs: tabs('The tabs that are done.'),
  skippedTabs: tabs('The tabs that are skipped.'),
  optin: boolean({ description: 'Whether figures of use may be collected.' }),
  currency: text({
    description: 'The currency of costs: its code in small letters.',
    check: (value) => (currencySign(value) === undefined ? '{name} is not a currency.' : undefined),
  }),
  date_format: setting('date_format', 'How dates are written.'),
  timezone_string: setting('timezone', 'The time zone of the site’s clocks.', siteZone),
  start_of_week: integer({ description: 'The first day of the week; 0 is Sunday.', minimum: 0, maximum: 6 }),
  calEnableViews: views('The views that visitors can choose; all is every one.'),
  enabled_views: views('The same by another name.'),
  organizer,
  venue,
  eventTickets: boolean({ description: 'Whether tickets are wanted; there are none here.' }),
};

/** Returns the chosen views in the order of the site's own list; undefined if none were sent. */
export const chosenViews = (sent: readonly string[] | undefined): (typeof VIEWS)[number][] | undefined =>
  sent && VIEWS.filter((view) => sent.includes(view) || sent.includes('all'));
