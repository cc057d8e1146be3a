import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './routes.ts';
import { coreUnderTest } from './testing.contract.ts';

declaredAnswersContract('core', routesOf(coreUnderTest()));
