import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './routes.ts';
import { translationOf } from './testing.contract.ts';

declaredAnswersContract('translation', routesOf(translationOf()));
