import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { tooManyRequests } from '@almanac/service';
import { renderMessages } from '../builder/rendering/renderContent.ts';
import { socialMessages } from '../builder/social/account.ts';
import { detailsMessages } from '../editor/urlDetailsRoute.ts';
import { factTexts } from '../health/finding.ts';
import { healthMessages } from '../health/healthTexts.ts';
import { packageMessages } from '../installer/packages/package.ts';
import { packageFacts } from '../installer/packages/packageView.ts';
import { subscriptionMessages } from '../installer/subscription/subscriptionRoutes.ts';
import { mailMessages } from '../login/codeMails.ts';
import { deliveryMessages } from '../login/codeSending.ts';
import { secondStepMessages } from '../login/secondStep.ts';
import { sessionMessages } from '../login/session.ts';
import { signInMessages } from '../login/signInRoutes.ts';
import { embedMessages } from '../oembed/embeds/embedAddress.ts';
import { budgetMessages } from '../oembed/providers/lookUpBudget.ts';
import { feedMessages } from '../ops/feed/feedRoutes.ts';
import { operationsMessages } from '../ops/maintenance/operationsMessages.ts';
import { webhookMessages } from '../ops/webhooks/webhook.ts';
import { popupMessages } from '../popup/popup.ts';
import { statisticsMessages } from '../popup/visits/statisticsRoutes.ts';
import { routesOf } from '../service.ts';
import { miscUnderTest } from '../testing.contract.ts';
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
