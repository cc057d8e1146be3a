import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './service.ts';
import { coreUnderTest } from './testing.contract.ts';

declaredAnswersContract('core', routesOf(coreUnderTest()));
