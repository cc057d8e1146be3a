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
    organizerId: integer({ description: 'The id of an existing organizer; none is created.', minimum: 1 }),
    name: line('The name of the organizer.'),
    phone: line('The phone number.'),
    website,
    email: email({ description: 'The e-mail address.', allowEmpty: true }),
  },
  { description: 'The first organizer.', check: (value) => unnamed(value, 'organizerId') },
);

const venue = object(
  {
    venueId: integer({ description: 'The id of an existing venue; none is created.', minimum: 1 }),
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
function unnamed<Id extends string>(
  value: { readonly name?: string | undefined } & { readonly [Name in Id]?: unknown },
  id: Id,
): Invalid | undefined {
  return value[id] !== undefined || (value.name ?? '').trim() !== '' ? undefined : invalid('{name} needs a name.');
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
      return error.issues[0]?.code === 'custom' ? `{name} ${error.issues[0].message}.` : '{name} is not a valid value.';
    },
  });

/** Arguments of a step of the wizard (docs/interface/onboarding.md §2). */
export const wizardArgs = {
  action_nonce: text({ description: 'The nonce from the settings of the wizard.', required: true }),
  begun: boolean({ description: 'True if the wizard has begun.' }),
  finished: boolean({ description: 'True if the wizard is finished.' }),
  currentTab: integer({ description: 'The current tab. Earlier tabs are done.', minimum: 0, maximum: LAST_TAB }),
  completedTabs: tabs('The finished tabs.'),
  skippedTabs: tabs('The skipped tabs.'),
  optin: boolean({ description: 'True if usage statistics may be collected.' }),
  currency: text({
    description: 'The currency of costs, as a lower-case code.',
    check: (value) => (currencySign(value) === undefined ? '{name} is not a currency.' : undefined),
  }),
  date_format: setting('date_format', 'The date format.'),
  timezone_string: setting('timezone', 'The time zone of the site.', siteZone),
  start_of_week: integer({ description: 'The first day of the week; 0 is Sunday.', minimum: 0, maximum: 6 }),
  calEnableViews: views('The views that visitors can choose; all allows every view.'),
  enabled_views: views('An alias.'),
  organizer,
  venue,
  eventTickets: boolean({ description: 'Has no effect: this site has no tickets.' }),
};

/** Returns the chosen views in the order of the site's own list; undefined if none were sent. */
export const chosenViews = (sent: readonly string[] | undefined): (typeof VIEWS)[number][] | undefined =>
  sent && VIEWS.filter((view) => sent.includes(view) || sent.includes('all'));
