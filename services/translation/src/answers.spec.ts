import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './service.ts';
import { translationOf } from './testing.contract.ts';

declaredAnswersContract('translation', routesOf(translationOf()), [
  'i18n/tm/v1 i18nJobId',
  'i18n/tm/v1 job_id',
  'i18n/tm/v1 job_type',
]);
