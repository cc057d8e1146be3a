import type { Texts } from '@almanac/i18n';
import { can, nonceFits, type Principal, sessionNonce } from '@almanac/identity';
import { type RestRequest, type Route, route } from '@almanac/rest';
import { spendRequest } from '@almanac/service';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';
import { type OnboardingState, onboarding, onboardings, progressView, SITE } from './onboarding.ts';
import { wizardArgs } from './onboardingArgs.ts';
import { runStep, type StepResult, type WizardRequest } from './runStep.ts';

const namespace = 'calx/v2/onboarding';

const mayManage = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');

const progressMembers = {
  begun: z.boolean(),
  finished: z.boolean(),
  current_tab: z.int(),
  completed_tabs: z.array(z.int()),
  skipped_tabs: z.array(z.int()),
};

const settingsSchema = z
  .strictObject({ action_nonce: z.string(), ...progressMembers })
  .meta({ id: 'OnboardingSettings' });
const stepSchema = z
  .strictObject({
    success: z.literal(true),
    message: z.array(z.string()),
    organizer_id: z.int().optional(),
    venue_id: z.int().optional(),
    settings: z.strictObject(progressMembers),
  })
  .meta({ id: 'OnboardingStep' });

const nonceOf = ({ secret, otherSecrets, now }: Calendar) =>
  ({ action: 'wizard', secret, otherSecrets, now: now() }) as const;

/** @throws DomainError 403 for an expired nonce, or one of another user */
const requireNonce = (calendar: Calendar, principal: Principal, nonce: string): void => {
  if (nonceFits(nonce, principal, nonceOf(calendar))) return;
  throw calendarErrors.invalidNonce();
};

const settingsRoute = (calendar: Calendar): Route =>
  route({
    namespace,
    path: '/settings',
    methods: ['GET'],
    summary: 'Returns the progress of the setup wizard.',
    args: {},
    answers: { 200: settingsSchema },
    permission: mayManage,
    handle: async ({ principal }) => {
      const stored = await calendar.documents.get<OnboardingState>(onboardings, SITE);
      const action_nonce = sessionNonce(principal, nonceOf(calendar));
      return {
        body: { action_nonce, ...progressView(stored?.body ?? onboarding.initialState) },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  });

const wizardRoute = (calendar: Calendar, texts: Texts): Route => {
  const limiter = calendar.limits('wizard');
  return route({
    namespace,
    path: '/wizard',
    methods: ['POST'],
    summary: 'Completes a step of the setup wizard.',
    args: wizardArgs,
    answers: { 200: stepSchema, 403: ['calx_invalid_nonce'] },
    permission: mayManage,
    handle: async (request) => {
      requireNonce(calendar, request.principal, request.args.action_nonce);
      await spendRequest(limiter, request.context.principal);
      const taken = await runStep(calendar, request);
      return { body: stepAnswer(taken, request, texts) };
    },
  });
};

const stepAnswer = ({ state, records, settings }: StepResult, { args, language }: WizardRequest, texts: Texts) => {
  const done = [
    'The progress is kept.',
    ...(Object.keys(settings).length > 0 ? ['The settings of the site are kept.'] : []),
    ...(records.organizer === null ? [] : ['The organizer is there.']),
    ...(records.venue === null ? [] : ['The venue is there.']),
    ...(args.eventTickets ? ['Tickets are not available here.'] : []),
  ];
  return {
    success: true,
    message: done.map((text) => texts.text(text, language)),
    ...(records.organizer !== null && { organizer_id: records.organizer }),
    ...(records.venue !== null && { venue_id: records.venue }),
    settings: progressView(state),
  };
};

/** Returns the routes of `/calx/v2/onboarding`. */
export const onboardingRoutes = (calendar: Calendar, texts: Texts): Route[] => [
  wizardRoute(calendar, texts),
  settingsRoute(calendar),
];
