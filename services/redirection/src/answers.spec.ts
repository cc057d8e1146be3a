import { declaredAnswersContract } from '@almanac/rest/declared-answers-contract';
import { routesOf } from './routes.ts';
import { redirectionOf } from './testing.contract.ts';

declaredAnswersContract('redirection', routesOf(redirectionOf()));
