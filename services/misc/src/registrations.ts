import type { RecordRegistration } from '@almanac/service';
import { socialAccountRegistration } from './builder/social/account.ts';
import { packageRegistration } from './installer/packages/package.ts';
import { subscriptionRegistration } from './installer/subscription/subscription.ts';
import { recoveryCodesRegistration } from './login/recoveryCodes.ts';
import { secondStepRegistration } from './login/secondStep.ts';
import { sessionRegistration } from './login/session.ts';
import { webhookRegistration } from './ops/webhooks/webhook.ts';
import { popupRegistration } from './popup/popup.ts';
import { dailyVisitsRegistration } from './popup/visits/dailyVisits.ts';
import { statisticsRegistration } from './popup/visits/statistics.ts';

/** Every aggregate of misc with its documents. */
export const registrations: readonly RecordRegistration[] = [
  packageRegistration,
  subscriptionRegistration,
  popupRegistration,
  dailyVisitsRegistration,
  statisticsRegistration,
  secondStepRegistration,
  sessionRegistration,
  recoveryCodesRegistration,
  webhookRegistration,
  socialAccountRegistration,
] as unknown as readonly RecordRegistration[];
