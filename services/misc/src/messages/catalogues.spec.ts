import { join } from 'node:path';
import { cataloguesContract } from '@almanac/rest/catalogues-contract';
import { socialMessages } from '../builder/social/account.ts';
import { factTexts } from '../health/finding.ts';
import { healthMessages } from '../health/healthTexts.ts';
import { packageFacts } from '../installer/packages/packageView.ts';
import { mailMessages } from '../login/codeMails.ts';
import { embedMessages } from '../oembed/embeds/embedAddress.ts';
import { feedMessages } from '../ops/feed/feedRoutes.ts';
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
    ...[
      embedMessages,
      feedMessages,
      webhookMessages,
      popupMessages,
      socialMessages,
      statisticsMessages,
      mailMessages,
      factTexts,
      healthMessages,
    ].flatMap(Object.values<string>),
    ...Object.values(packageFacts).flatMap(({ name, description }) => [name, description]),
  ],
  catalogues,
});
