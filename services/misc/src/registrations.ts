import type { RecordRegistration } from '@almanac/service';
import { packageRegistration } from './packages/package.ts';
import { popupRegistration } from './popups/popup.ts';
import { recoveryCodesRegistration } from './second-step/recoveryCodes.ts';
import { secondStepRegistration } from './second-step/secondStep.ts';
import { sessionRegistration } from './second-step/session.ts';
import { socialAccountRegistration } from './social/account.ts';
import { subscriptionRegistration } from './subscription/subscription.ts';
import { laneRegistration } from './visits/lane.ts';
import { statisticsRegistration } from './visits/statistics.ts';
import { webhookRegistration } from './webhooks/webhook.ts';

/** Every aggregate of misc with its documents. */
export const registrations: readonly RecordRegistration[] = [
  packageRegistration,
  subscriptionRegistration,
  popupRegistration,
  laneRegistration,
  statisticsRegistration,
  secondStepRegistration,
  sessionRegistration,
  recoveryCodesRegistration,
  webhookRegistration,
  socialAccountRegistration,
] as unknown as readonly RecordRegistration[];
