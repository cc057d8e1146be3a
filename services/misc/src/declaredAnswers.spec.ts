import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './service.ts';
import { miscUnderTest } from './testing.contract.ts';

declaredAnswersContract('misc', routesOf(miscUnderTest()));
