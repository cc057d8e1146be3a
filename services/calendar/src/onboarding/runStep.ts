import { changeSettingsOfCore } from '@almanac/contracts';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { userId } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import type { ItemFields } from '../content-items/contentItem.ts';
import type { ItemValues, Writing } from '../content-items/writeItem.ts';
import { requestImages } from '../images/requestImages.ts';
import { type LinkedKind, linkedIds } from '../linked-items/linkedWriting.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { countryName, currencySign } from './currencies.ts';
import { type FirstRecords, type OnboardingState, SITE } from './onboarding.ts';
import { chosenViews, type wizardArgs } from './onboardingArgs.ts';
import { onboardingDecider } from './onboardingCommands.ts';
import { siteZone } from './siteZone.ts';

export type WizardRequest = RestRequest<Values<typeof wizardArgs>>;

/** The numbers of the tabs; a step also does the tabs before it. */
const SETTINGS_TAB = 1;
const RECORDS_TAB = 5;

export interface StepResult {
  readonly state: OnboardingState;
  readonly records: FirstRecords;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Runs a step of the wizard. A step with settings starts with a dry run, then core changes the settings. The rest is
 * one commit. A repeated step finds its records again and creates nothing twice.
 * @throws DomainError the refusal of core or of a rule
 */
export const runStep = async (calendar: Calendar, request: WizardRequest): Promise<StepResult> => {
  const { args, commands, context } = request;
  const images = await requestImages(calendar, [], request);
  const decide = (unit: UnitOfWork) => decideStep(unit, calendar, request, images);
  const settings = settingsOf(args);
  if (Object.keys(settings).length > 0) {
    await commands.run(context, (unit) => unit.dryRun(decide));
    await changeSettings(calendar, request, settings);
  }
  const { result } = await commands.run(context, decide, { mutexKeys: ['onboarding-site'] });
  return { ...result, settings };
};

const settingsOf = (args: WizardRequest['args']) => {
  if ((args.currentTab ?? -1) < SETTINGS_TAB) return {};
  const { currency } = args;
  return withoutUndefined({
    currency_code: currency?.toUpperCase(),
    currency_symbol: currency === undefined ? undefined : currencySign(currency),
    date_format: args.date_format,
    timezone: args.timezone_string && siteZone(args.timezone_string),
    start_of_week: args.start_of_week,
    enabled_views: chosenViews(args.calEnableViews ?? args.enabled_views),
  });
};

const changeSettings = async (
  { fetchInternal }: Calendar,
  { principal, language, context }: WizardRequest,
  send: ReturnType<typeof settingsOf>,
): Promise<void> => {
  const asked = { send, principal, language, correlation: context.correlation };
  const { refused } = await askInternal(fetchInternal, changeSettingsOfCore, asked);
  if (refused !== undefined) throw refused;
};

const decideStep = async (
  unit: UnitOfWork,
  calendar: Calendar,
  request: WizardRequest,
  images: Writing['images'],
): Promise<Pick<StepResult, 'state' | 'records'>> => {
  const { args, principal, language } = request;
  const { begun, finished, currentTab, completedTabs, skippedTabs } = args;
  const writing = { unit, calendar, principal, language, images, mayPublish: true };
  const records = await firstRecords(writing, args);
  const sent = { begun, finished, currentTab, completedTabs, skippedTabs };
  const named = records.venue === null && records.organizer === null ? null : records;
  const optin = currentTab === undefined ? undefined : args.optin;
  const state = await unit.decide(
    onboardingDecider,
    SITE,
    { type: 'TakeStep', sent, optin, records: named },
    undefined,
  );
  return { state, records };
};

const firstRecords = async (writing: Writing, args: WizardRequest['args']): Promise<FirstRecords> => {
  if ((args.currentTab ?? -1) < RECORDS_TAB) return { venue: null, organizer: null };
  return {
    organizer: await foundOrMade(writing, linkedOrganizers, organizerValues(args.organizer)),
    venue: await foundOrMade(writing, linkedVenues, venueValues(args.venue)),
  };
};

/** Finds or creates the record with these values and returns its id; null if none is requested. */
const foundOrMade = async <Fields extends ItemFields>(
  writing: Writing,
  linked: LinkedKind<Fields>,
  values: ItemValues | undefined,
): Promise<number | null> => {
  if (values === undefined) return null;
  const author = userId(writing.principal);
  const [id] = await linkedIds(writing, linked, [{ values: { ...values, author } }]);
  return id ?? null;
};

const organizerValues = (sent: WizardRequest['args']['organizer']) => {
  if (sent === undefined || sent.organizerId !== undefined) return undefined;
  const { name, phone, website, email } = sent;
  return withoutUndefined({ organizer: name, phone, website, email, status: 'publish' as const });
};

const venueValues = (sent: WizardRequest['args']['venue']) => {
  if (sent === undefined || sent.venueId !== undefined) return undefined;
  const { name, address, city, state, zip, country, phone, website } = sent;
  const region = { state, province: state, stateprovince: state };
  const place = { address, city, zip, country: country === undefined ? undefined : countryName(country), ...region };
  return withoutUndefined({ venue: name, phone, website, status: 'publish' as const, ...place });
};
