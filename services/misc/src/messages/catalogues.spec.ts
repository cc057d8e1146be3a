import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { tooManyRequests } from '@almanac/service';
import { embedMessages } from '../embeds/embedAddress.ts';
import { feedMessages } from '../feed/feedRoutes.ts';
import { factTexts } from '../health/finding.ts';
import { healthMessages } from '../health/healthTexts.ts';
import { operationsMessages } from '../operations/operationsMessages.ts';
import { packageMessages } from '../packages/package.ts';
import { packageFacts } from '../packages/packageView.ts';
import { popupMessages } from '../popups/popup.ts';
import { budgetMessages } from '../providers/lookUpBudget.ts';
import { renderMessages } from '../rendering/renderContent.ts';
import { routesOf } from '../routes.ts';
import { mailMessages } from '../second-step/codeMails.ts';
import { deliveryMessages } from '../second-step/codeSending.ts';
import { secondStepMessages } from '../second-step/secondStep.ts';
import { sessionMessages } from '../second-step/session.ts';
import { signInMessages } from '../second-step/signInRoutes.ts';
import { socialMessages } from '../social/account.ts';
import { subscriptionMessages } from '../subscription/subscriptionRoutes.ts';
import { miscUnderTest } from '../testing.contract.ts';
import { detailsMessages } from '../url-details/urlDetailsRoute.ts';
import { laneMessages } from '../visits/lane.ts';
import { statisticsMessages } from '../visits/statisticsRoutes.ts';
import { webhookMessages } from '../webhooks/webhook.ts';
import { catalogues } from './catalogues.ts';

cataloguesContract('misc', {
  sources: [join(import.meta.dirname, '..')],
  routes: routesOf(miscUnderTest()),
  others: [
    tooManyRequests,
    ...[
      embedMessages,
      operationsMessages,
      feedMessages,
      webhookMessages,
      budgetMessages,
      popupMessages,
      packageMessages,
      laneMessages,
      subscriptionMessages,
      socialMessages,
      statisticsMessages,
      renderMessages,
      detailsMessages,
      secondStepMessages,
      sessionMessages,
      deliveryMessages,
      signInMessages,
      mailMessages,
      factTexts,
      healthMessages,
    ].flatMap(Object.values<string>),
    ...Object.values(packageFacts).flatMap(({ name, description }) => [name, description]),
  ],
  catalogues,
});
